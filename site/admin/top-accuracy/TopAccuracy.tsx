import { readTopAccuracy } from '../../../admin-api/contract/admin-history.ts'
import { formatCount, formatPercent } from '../../lib/format.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { AdminSection } from '../AdminSection.tsx'
import { SectionFailure } from '../SectionFailure.tsx'
import { SectionIcon } from '../SectionIcon.tsx'

const accuracyQuery = createAdminQuery(readTopAccuracy)
const refreshEveryMs = 60_000
const origins = {
  live: 'From the live record: estimates frozen before their payment was known.',
  replayed: 'From the replayed record: the method run over the past, as no live estimate has been scored yet.'
}

export function TopAccuracy() {
  const { value, failure, refetch } = useAdminQuery(accuracyQuery, {}, refreshEveryMs)
  return (
    <AdminSection
      titleId="top-accuracy-title"
      title="Top 5 Most Accurate Predictions"
      kicker="Where we hit the mark"
      icon={<SectionIcon name="target" />}
    >
      <SectionFailure failure={failure} onRetry={() => void refetch()} />
      {value === null && failure === null && <p className="admin-section__empty">Reading the record...</p>}
      {value?.rankings.length === 0 && (
        <p className="admin-section__empty">No fund has five scored payments yet.</p>
      )}
      {value !== null && value.rankings.length > 0 && (
        <ol className="ranks">
          {value.rankings.map(({ ticker, avg_accuracy, count }, place) => (
            <li key={ticker} className="ranks__row">
              <span className={`ranks__badge ranks__badge--${place + 1}`}>
                <span className="visually-hidden">Rank </span>
                {place + 1}
              </span>{' '}
              <span className="ranks__name">
                {ticker} {place === 0 && <span className="ranks__flag">HIGHEST ACCURACY</span>}
              </span>{' '}
              <span className="ranks__figure">
                <strong>{formatPercent(avg_accuracy * 100)}</strong>
                <span className="ranks__count"> over {formatCount(count)} payments</span>
              </span>
            </li>
          ))}
        </ol>
      )}
      {value !== null && value.rankings.length > 0 && (
        <p className="admin-section__note">{origins[value.origin]}</p>
      )}
    </AdminSection>
  )
}
