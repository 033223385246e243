import type { ReactNode } from 'react'

type Rank = { symbol: string; flag?: string; figure: ReactNode }

/** Symbols with a figure each, best first. */
export function RankList({ ranks }: { ranks: readonly Rank[] }) {
  return (
    <ol className="ranks">
      {ranks.map(({ symbol, flag, figure }, index) => (
        <li key={symbol} className="ranks__row row items-center gap-x-3">
          <span className={`ranks__badge ranks__badge--${index + 1}`}>
            <span className="visually-hidden">Rank </span>
            {index + 1}
          </span>{' '}
          <span className="ranks__name row items-baseline gap-x-3">
            {symbol} {flag && <span className="ranks__flag">{flag}</span>}
          </span>{' '}
          <span className="tabular text-s text-end">{figure}</span>
        </li>
      ))}
    </ol>
  )
}
