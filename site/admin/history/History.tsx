import { useRef, useState } from 'react'
import {
  deleteHistoryRecord,
  type HistoryRecord,
  type HistorySort,
  historySorts,
  readHistory
} from '../../../admin-api/contract/admin-history.ts'
import type { Pagination } from '../../../admin-api/contract/fields.ts'
import { type Frequency, frequencies } from '../../../admin-api/contract/vocabulary.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatMonthDayYear } from '../../lib/format.ts'
import { saveFile } from '../../lib/save-file.ts'
import { callAdmin, checkAdminSession, showOutcome } from '../../login/admin-session.ts'
import { Button } from '../../ui/Button.tsx'
import { FileButton } from '../../ui/FileButton.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { showToast } from '../../ui/toast.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import { AdminSection, QueryFailure } from '../AdminSection.tsx'
import type { Confirm } from '../call-with-confirm.ts'
import { optionsOf } from '../code-words.ts'
import { ChoiceFilter, DayFilter, Filters, TickerFilter } from '../Filters.tsx'
import { chosenFilters, type ListQuery, shortPage, usePagedList } from '../list-query.ts'
import { fetchBackup } from './backup/backup-files.ts'
import { useRestore } from './backup/restore.ts'
import { RecordFormSheet, useRecordForm } from './RecordFormSheet.tsx'
import { isSameRecord, RecordsTable } from './RecordsTable.tsx'
import './history.css'

export const historyRules = {
  initial: {
    sort: '-payment_date' as HistorySort,
    ticker: '',
    frequency: '' as Frequency | '',
    /** First and last payment date, YYYY-MM-DD. */
    from: '',
    to: ''
  },
  settings: ['sort'] as const
}

export function toHistoryInput({ filters, page }: ListQuery<typeof historyRules.initial>) {
  return { page, limit: shortPage, ...chosenFilters(filters) }
}

const historyList = {
  endpoint: readHistory,
  rules: historyRules,
  toInput: toHistoryInput,
  totalOf: ({ pagination }: { pagination: Pagination }) => pagination.total,
  refreshEveryMs: 15_000
}
const titleId = 'history-title'

/** All payments, actual and estimated, with the record form, and export and import. */
export function History() {
  const list = usePagedList(historyList)
  const { value, total, isFiltered } = list
  const [confirm, confirmDialog] = useConfirm()
  const { opened, sheet, open, close } = useRecordForm(confirm)
  const opener = useRef<HTMLButtonElement>(null)

  async function remove(record: HistoryRecord) {
    const { ticker, payment_date } = record
    const isConfirmed = await confirm({
      title: 'Delete this record?',
      message: `The record of ${ticker} with payment date ${formatMonthDayYear(payment_date)} will be deleted.`,
      confirmText: 'Delete Record'
    })
    if (!isConfirmed) return
    const isDeleted = showOutcome(await callAdmin(deleteHistoryRecord, { ticker, payment_date }), {
      done: 'Record Deleted',
      failed: 'Delete Failed',
      sentence: 'Failed to delete record'
    })
    if (!isDeleted) return
    if (opened?.record && isSameRecord(opened.record, record)) close()
    // The pressed button disappeared with its row.
    document.getElementById(titleId)?.focus()
  }

  return (
    <AdminSection
      titleId={titleId}
      title="Main Database - Dividend History"
      tools={
        <Button
          ref={opener}
          variant="chip"
          aria-expanded={opened?.record === null}
          onClick={() => void open(null)}
        >
          New Record
        </Button>
      }
    >
      <div className="stack gap-4">
        <BackupTools confirm={confirm} />
        {opened !== null && (
          <RecordFormSheet
            key={opened.number}
            record={opened.record}
            sheet={sheet}
            confirm={confirm}
            onClose={() => {
              close()
              opener.current?.focus()
            }}
          />
        )}
        <Filters legend="Which records" list={list}>
          <TickerFilter label="Filter by ticker" />
          <ChoiceFilter name="frequency" label="Filter by frequency" options={optionsOf(frequencies)} />
          <DayFilter name="from" label="Paid from" />
          <DayFilter name="to" label="Paid to" />
          <ChoiceFilter
            name="sort"
            label="Sort by"
            options={historySorts.map((sort) => [sort, sortNames[sort]])}
            isSetting
          />
        </Filters>
        <div className="row items-baseline between gap-y-1 gap-x-5 text-s tabular" ref={list.listTop}>
          <p>
            {total !== null && `${countOf(total, 'record')}${isFiltered ? ' with these filters' : ' in all'}`}
          </p>
          <p className="muted text-xs">
            Estimates: <b>operator</b> entered or approved here, <b>live</b> frozen before the payment,{' '}
            <b>backtested</b> calculated later from what was known before it.
          </p>
        </div>
        <QueryFailure query={list} />
        <RecordsTable
          records={value?.data ?? null}
          isLoading={list.isLoading}
          edited={opened?.record ?? null}
          onEdit={(record) => void open(record)}
          onDelete={remove}
        />
        {value !== null && <Pager label="Dividend history pages" {...list} />}
      </div>
      {confirmDialog}
    </AdminSection>
  )
}

const sortNames: Record<HistorySort, string> = {
  '-payment_date': 'Newest payment first',
  payment_date: 'Oldest payment first',
  ticker: 'Ticker, A to Z',
  '-ticker': 'Ticker, Z to A',
  '-accuracy_score': 'Most accurate first',
  accuracy_score: 'Least accurate first'
}

function BackupTools({ confirm }: { confirm: Confirm }) {
  const [isDownloading, setIsDownloading] = useState(false)
  const { progress, failure, start } = useRestore(confirm)
  const isRestoring = progress !== ''

  async function download() {
    setIsDownloading(true)
    const backup = await fetchBackup()
    setIsDownloading(false)
    if (backup.ok) return saveFile(backup.file, backup.name)
    showToast({ kind: 'error', title: 'Export Failed', message: backup.message })
    await checkAdminSession()
  }

  return (
    <div className="row items-center gap-y-2 gap-x-4">
      <div className="row gap-2">
        <Button variant="quiet" aria-disabled={isDownloading} onClick={download}>
          {isDownloading ? 'Exporting...' : 'Export'}
        </Button>
        <FileButton
          text={isRestoring ? 'Importing...' : 'Import'}
          label="File to import"
          accept=".json,application/json"
          isBusy={isRestoring}
          onFile={(file) => void start(file)}
        />
      </div>
      <div role="status">
        {(isDownloading || isRestoring) && (
          <ShipsWheel size="sm" message={isDownloading ? 'Exporting...' : progress} />
        )}
      </div>
      {failure !== null && (
        <p className="full anywhere text-s negative">
          <strong>{failure.fileName}</strong> {failure.message}
        </p>
      )}
    </div>
  )
}
