import type { ReactNode } from 'react'

type Rank = { symbol: string; flag?: string; figure: ReactNode }

/** Symbols with a figure each, best first. */
export function RankList({ ranks }: { ranks: readonly Rank[] }) {
  return (
    <ol className="ranks">
      {ranks.map(({ symbol, flag, figure }, index) => (
        <li key={symbol} className="ranks__row">
          <span className={`ranks__badge ranks__badge--${index + 1}`}>
            <span className="visually-hidden">Rank </span>
            {index + 1}
          </span>{' '}
          <span className="ranks__name">
            {symbol} {flag && <span className="ranks__flag">{flag}</span>}
          </span>{' '}
          <span className="ranks__figure">{figure}</span>
        </li>
      ))}
    </ol>
  )
}
