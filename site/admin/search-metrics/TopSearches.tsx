import { formatCount } from '../../lib/format.ts'

type TopSearchesProps = {
  /** Null before the first answer. */
  searches: readonly { symbol: string; count: number }[] | null
  hasFailed: boolean
}

const shown = 3

export function TopSearches({ searches, hasFailed }: TopSearchesProps) {
  if (searches === null) return hasFailed ? null : <p className="admin-section__empty">Reading the log...</p>
  if (searches.length === 0) return <p className="admin-section__empty">No searches on the books yet.</p>
  return (
    <ol className="ranks">
      {searches.slice(0, shown).map(({ symbol, count }, place) => (
        <li key={symbol} className="ranks__row">
          <span className={`ranks__badge ranks__badge--${place + 1}`}>
            <span className="visually-hidden">Rank </span>
            {place + 1}
          </span>{' '}
          <span className="ranks__name">{symbol}</span>{' '}
          <span className="ranks__figure">
            {formatCount(count)} {count === 1 ? 'search' : 'searches'}
          </span>
        </li>
      ))}
    </ol>
  )
}
