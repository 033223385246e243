import { useEffect, useReducer, useRef } from 'react'
import { clearLogs, keptLogs, readLogs } from '../../../admin-api/contract/admin-log.ts'
import { formatCount } from '../../lib/format.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showFailure } from '../../login/admin-session.ts'
import { showToast } from '../../ui/toast.ts'
import { Pager } from '../../ui/Pager.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { SectionFailure } from '../SectionFailure.tsx'
import { LogFilters } from './LogFilters.tsx'
import { LogLine } from './LogLine.tsx'
import { isFiltered, logQueryReducer, newestLogs, pageOf, toLogInput, totalPagesOf } from './log-query.ts'

const logsQuery = createAdminQuery(readLogs)
const refreshEveryMs = 30_000

export function LogList() {
  const [query, ask] = useReducer(logQueryReducer, newestLogs)
  const [confirm, confirmDialog] = useConfirm()
  const { value, failure, isLoading, refetch } = useAdminQuery(logsQuery, toLogInput(query), refreshEveryMs)
  const listTop = useRef<HTMLDivElement>(null)
  const total = value?.total ?? 0
  const page = pageOf(query)
  const totalPages = value === null ? page : totalPagesOf(query, total)

  // Lines may have been cleared elsewhere.
  useEffect(() => {
    if (!isLoading && page > totalPages) ask({ type: 'turned', page: totalPages })
  }, [isLoading, page, totalPages])

  function turn(to: number) {
    ask({ type: 'turned', page: to })
    listTop.current?.scrollIntoView()
  }

  async function clear() {
    const isConfirmed = await confirm({
      title: 'Clear all logs?',
      message: 'Every line of the log will be deleted for good, also those that the filters hide.',
      confirmText: 'Clear All Logs'
    })
    if (!isConfirmed) return
    const result = await callAdmin(clearLogs, {})
    if (!result.ok) return showFailure('Clear Logs Failed', result, 'Failed to clear logs')
    showToast({ kind: 'success', title: 'Logs Cleared', message: result.value.message })
  }

  return (
    <>
      <LogFilters query={query} ask={ask} />
      <div className="logs__tools" ref={listTop}>
        <p className="logs__count">
          {value !== null &&
            `${formatCount(total)} ${total === 1 ? 'line' : 'lines'}${isFiltered(query.filters) ? ' with these filters' : ' in all'}`}
        </p>
        <button type="button" className="chip chip--danger" onClick={clear}>
          Clear All Logs
        </button>
      </div>
      <SectionFailure failure={failure} onRetry={() => void refetch()} />
      {value === null && isLoading && (
        <p className="logs__wait" role="status">
          Loading logs...
        </p>
      )}
      {value !== null && value.logs.length === 0 && (
        <p className="logs__wait">No logs found with the current filters</p>
      )}
      {value !== null && value.logs.length > 0 && (
        <ol className="logs__lines" aria-label="Log lines, newest first" aria-busy={isLoading}>
          {value.logs.map((log) => (
            <LogLine key={log.id} log={log} />
          ))}
        </ol>
      )}
      <p className="logs__kept">
        A line is kept for {keptLogs.days} days, or until {formatCount(keptLogs.lines)} newer ones have come.
        What was decided stays, also without its line.
      </p>
      {value !== null && <Pager label="Log pages" page={page} totalPages={totalPages} onPage={turn} />}
      {confirmDialog}
    </>
  )
}
