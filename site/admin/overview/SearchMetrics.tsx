import { readSearchMetrics, resetSearchMetrics } from '../../../admin-api/contract/search-metrics.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatCount, formatInstant } from '../../lib/format.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showOutcome } from '../../login/admin-session.ts'
import { Button } from '../../ui/Button.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { TaskButton } from '../TaskButton.tsx'
import { RankList } from './RankList.tsx'

const metricsQuery = createAdminQuery(readSearchMetrics)
const refreshEveryMs = 20_000
const shownSymbols = 3

export function SearchMetrics() {
  const query = useAdminQuery(metricsQuery, {}, refreshEveryMs)
  const { value, isLoading, refetch } = query
  const ranks = value?.top_searches.slice(0, shownSymbols).map(({ symbol, count }) => ({
    symbol,
    figure: countOf(count, 'search', 'searches')
  }))
  return (
    <AdminSection
      titleId="search-metrics-title"
      title="Most Searched Symbols"
      kicker="What visitors look for"
      icon="spyglass"
      tools={
        <Button variant="chip" onClick={() => void refetch()}>
          Refresh
        </Button>
      }
      query={query}
      waiting="Loading..."
    >
      {ranks?.length === 0 && <p className="admin-section__empty">No searches yet.</p>}
      {ranks && ranks.length > 0 && <RankList ranks={ranks} />}
      <footer className="admin-section__foot above-4 row items-end between gap-3">
        <p className="admin-section__note above-3 tabular muted text-xs" aria-busy={isLoading}>
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

function ResetSearches() {
  const [confirm, confirmDialog] = useConfirm()
  const confirmReset = () =>
    confirm({
      title: 'Clear all searches?',
      message: 'All recorded searches are deleted, and the counts start from zero. This can’t be undone.',
      confirmText: 'Clear All Searches'
    })
  const reset = async () =>
    showOutcome(await callAdmin(resetSearchMetrics, {}), {
      done: 'Search Metrics Reset',
      failed: 'Reset Failed',
      fallback: 'Failed to reset search metrics',
      message: () => 'All search metrics have been cleared successfully'
    })
  return (
    <>
      <TaskButton
        className="chip chip--danger"
        text="Clear All Searches"
        confirm={confirmReset}
        task={reset}
      />
      {confirmDialog}
    </>
  )
}
