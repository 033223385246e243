import { useEffect, useReducer, useRef } from 'react'
import {
  deleteHistoryRecord,
  type HistoryRecord,
  readHistory
} from '../../../admin-api/contract/admin-history.ts'
import { formatCount, formatSlashedDay } from '../../lib/format.ts'
import { createAdminQuery, useAdminQuery } from '../../login/admin-query.ts'
import { callAdmin, showFailure } from '../../login/admin-session.ts'
import { showToast } from '../../ui/toast.ts'
import { Pager } from '../../ui/Pager.tsx'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { AdminSection } from '../AdminSection.tsx'
import { SectionFailure } from '../SectionFailure.tsx'
import { SectionIcon } from '../SectionIcon.tsx'
import { BackupTools } from './backup/BackupTools.tsx'
import { HistoryFilters } from './HistoryFilters.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import { firstPage, historyQueryReducer, isFiltered, toHistoryInput } from './history-query.ts'
import './history.css'
import './history-table.css'
import { RecordFormSheet } from './entry/RecordFormSheet.tsx'
import { dayOf } from './entry/record-day.ts'
import { isSameRecord } from './entry/record-form.ts'
import { useRecordForm } from './entry/use-record-form.ts'

const historyPageQuery = createAdminQuery(readHistory)
const refreshEveryMs = 15_000
const titleId = 'history-title'

/** The operator's ledger: every payment, paid or expected, with its backup and the form that writes into it. */
export function History() {
  const [query, ask] = useReducer(historyQueryReducer, firstPage)
  const [confirm, confirmDialog] = useConfirm()
  const { form, dispatch, openNew, edit } = useRecordForm(confirm)
  const { value, failure, isLoading, refetch } = useAdminQuery(
    historyPageQuery,
    toHistoryInput(query),
    refreshEveryMs
  )
  const opener = useRef<HTMLButtonElement>(null)
  const listTop = useRef<HTMLDivElement>(null)
  const totalPages = Math.max(1, value?.pagination.totalPages ?? query.page)

  // The last page may have lost its last record.
  useEffect(() => {
    if (!isLoading && query.page > totalPages) ask({ type: 'turned', page: totalPages })
  }, [isLoading, query.page, totalPages])

  function turn(page: number) {
    ask({ type: 'turned', page })
    listTop.current?.scrollIntoView()
  }

  async function remove(record: HistoryRecord) {
    const { ticker, payment_date } = record
    const isConfirmed = await confirm({
      title: 'Delete this record?',
      message: `The record of ${ticker} with payment date ${formatSlashedDay(payment_date)} will be deleted.`,
      confirmText: 'Delete Record'
    })
    if (!isConfirmed) return
    const result = await callAdmin(deleteHistoryRecord, { ticker, payment_date })
    if (!result.ok) return showFailure('Delete Failed', result, 'Failed to delete record')
    showToast({ kind: 'success', title: 'Record Deleted', message: result.value.message })
    if (form.edited !== null && isSameRecord(form.edited, record))
      dispatch({ type: 'closed', today: dayOf(new Date()) })
    // The button that was pressed is gone with its row.
    document.getElementById(titleId)?.focus()
  }

  return (
    <AdminSection
      titleId={titleId}
      title="Main Database - Dividend History"
      kicker="The ship's account book"
      icon={<SectionIcon name="ledger" />}
      tools={
        <button
          ref={opener}
          type="button"
          className="chip"
          aria-expanded={form.isOpen && form.edited === null}
          onClick={() => void openNew()}
        >
          New Record
        </button>
      }
    >
      <div className="history">
        <BackupTools confirm={confirm} />
        {form.isOpen && (
          <RecordFormSheet
            form={form}
            dispatch={dispatch}
            confirm={confirm}
            onClose={() => opener.current?.focus()}
          />
        )}
        <HistoryFilters filters={query.filters} ask={ask} />
        <div className="history__count" ref={listTop}>
          <p>{value !== null && countOf(value.pagination.total, isFiltered(query.filters))}</p>
          <Origins />
        </div>
        <SectionFailure failure={failure} onRetry={() => void refetch()} />
        <HistoryTable
          titleId={titleId}
          records={value?.data ?? null}
          isLoading={isLoading}
          edited={form.edited}
          onEdit={(record) => void edit(record)}
          onDelete={remove}
        />
        {value !== null && (
          <Pager label="Dividend history pages" page={query.page} totalPages={totalPages} onPage={turn} />
        )}
      </div>
      {confirmDialog}
    </AdminSection>
  )
}

/** What the words beside an estimate mean. */
function Origins() {
  return (
    <p className="history__origins">
      Estimates: <b>operator</b> written or approved here, <b>live</b> frozen before the payment,{' '}
      <b>replayed</b> worked out later from what was known then.
    </p>
  )
}

function countOf(total: number, isFilteredList: boolean): string {
  const records = total === 1 ? 'record' : 'records'
  return `${formatCount(total)} ${records}${isFilteredList ? ' with these filters' : ' in all'}`
}
