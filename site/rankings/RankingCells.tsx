import { useStore } from '@nanostores/react'
import { $myFunds } from '../portfolio/my-funds.ts'

const coins = ['numeral--first', 'numeral--second', 'numeral--third']

/** A rank from 1; the first three are coins. Null in a field that is too small for ranks. */
export function RankCell({ rank }: { rank: number | null }) {
  return (
    <td className="ranking-sheet__rank">
      {rank === null ? (
        <span className="visually-hidden">not ranked</span>
      ) : (
        <span className={`numeral ${coins[rank - 1] ?? ''}`}>{rank}</span>
      )}
    </td>
  )
}

/** The fund, as the row's heading; marked if it is the visitor's. */
export function NameCell({ href, symbol, name }: { href: string; symbol: string; name: string }) {
  const { symbols } = useStore($myFunds, { ssr: 'initial' })
  return (
    <th className="ranking-sheet__fund" scope="row">
      <a className="ranking-sheet__symbol" href={href} data-mine={symbols.has(symbol) || undefined}>
        {symbol}
      </a>{' '}
      <span className="ranking-sheet__name">{name}</span>
    </th>
  )
}
