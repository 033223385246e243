const coins = ['numeral--first', 'numeral--second', 'numeral--third']

/** A rank from 1; the first three are coins. */
export function RankCell({ rank }: { rank: number }) {
  return (
    <td className="ranking-sheet__rank">
      <span className={`numeral ${coins[rank - 1] ?? ''}`}>{rank}</span>
    </td>
  )
}

/** The fund, as the row's heading. */
export function NameCell({ href, symbol, name }: { href: string; symbol: string; name: string }) {
  return (
    <th className="ranking-sheet__fund" scope="row">
      <a className="ranking-sheet__symbol" href={href}>
        {symbol}
      </a>{' '}
      <span className="ranking-sheet__name">{name}</span>
    </th>
  )
}
