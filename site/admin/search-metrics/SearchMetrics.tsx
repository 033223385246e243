import { readSearchMetrics } from '../../../admin-api/contract/search-metrics.ts'
import { formatCount, formatInstant } from '../../lib/format.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { AdminSection } from '../AdminSection.tsx'
import { SectionFailure } from '../SectionFailure.tsx'
import { SectionIcon } from '../SectionIcon.tsx'
import { ResetSearches } from './ResetSearches.tsx'
import { TopSearches } from './TopSearches.tsx'

const metricsQuery = createAdminQuery(readSearchMetrics)
const refreshEveryMs = 20_000

export function SearchMetrics() {
  const { value, failure, isLoading, refetch } = useAdminQuery(metricsQuery, {}, refreshEveryMs)
  return (
    <AdminSection
      titleId="search-metrics-title"
      title="Most Searched Symbols"
      kicker="What visitors ask for"
      icon={<SectionIcon name="spyglass" />}
      tools={
        <button type="button" className="chip" onClick={() => void refetch()}>
          Refresh
        </button>
      }
    >
      <SectionFailure failure={failure} onRetry={() => void refetch()} />
      <TopSearches searches={value?.top_searches ?? null} hasFailed={failure !== null} />
      <footer className="admin-section__foot">
        <p className="admin-section__note" aria-busy={isLoading}>
          {value !== null && (
            <>
              <strong>{formatCount(value.total_count)}</strong> searches tracked in all
              <br />
              Last updated: <time dateTime={value.fetched_at}>{formatInstant(value.fetched_at)}</time>
            </>
          )}
        </p>
        <ResetSearches />
      </footer>
    </AdminSection>
  )
}
