import { readTopAccuracy } from '../../../admin-api/contract/admin-history.ts'
import { formatCount, formatPercent } from '../../lib/format.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { AdminSection } from '../AdminSection.tsx'
import { RankList } from './RankList.tsx'

const accuracyQuery = createAdminQuery(readTopAccuracy)
const refreshEveryMs = 60_000
const origins = {
  live: 'Live record: estimates frozen before their payment was known.',
  replayed: 'Backtested record: no live estimate has been scored yet.'
}

export function TopAccuracy() {
  const query = useAdminQuery(accuracyQuery, {}, refreshEveryMs)
  const { value } = query
  const ranks = value?.rankings.map(({ ticker, avg_accuracy, count }, index) => ({
    symbol: ticker,
    flag: index === 0 ? 'HIGHEST ACCURACY' : '',
    figure: (
      <>
        <strong>{formatPercent(avg_accuracy * 100)}</strong>
        <span className="ranks__count muted"> over {formatCount(count)} payments</span>
      </>
    )
  }))
  return (
    <AdminSection
      titleId="top-accuracy-title"
      title="Top 5 Most Accurate Predictions"
      kicker="Where we hit the mark"
      icon="target"
      query={query}
      waiting="Loading..."
    >
      {ranks?.length === 0 && <p className="admin-section__empty">No fund has five scored payments yet.</p>}
      {value && ranks && ranks.length > 0 && (
        <>
          <RankList ranks={ranks} />
          <p className="admin-section__note above-3 tabular muted text-xs">{origins[value.origin]}</p>
        </>
      )}
    </AdminSection>
  )
}
