import {
  approveManualEntry,
  approveSelectedManualEntries,
  deleteAllManualEntries,
  deleteManualEntry,
  deleteSelectedManualEntries,
  type ManualEntry,
  updateManualEntry,
  updateSelectedManualEntries
} from '../../../admin-api/contract/manual-entries.ts'
import { formatSlashedDay } from '../../lib/format.ts'
import { callAdmin, showFailure } from '../../login/admin-session.ts'
import { showToast } from '../../ui/toast.ts'
import { type Confirm, callAsking } from '../call-asking.ts'
import { askToApproveShown } from './questions.ts'

/** Hundreds of entries take a while, and every fund is estimated anew. */
const longestMs = 120_000

/*
 * One act each: the call, and the notice of what came of it. Each answers whether it went well.
 */

export async function approveEntry({ id, ticker }: ManualEntry, confirm: Confirm): Promise<boolean> {
  const result = await callAsking(approveManualEntry, { id }, confirm)
  if (result === null) return false
  if (!result.ok) return failed('Approval Failed', result, 'Failed to approve entry')
  const day = formatSlashedDay(result.value.payment_date)
  return done('Entry Approved', `${ticker} is in the dividend history with payment date ${day}.`)
}

/** Says first what would be done. */
export async function approveShown(ids: number[], confirm: Confirm): Promise<boolean> {
  const title = 'Approval Failed'
  const fallback = 'Failed to approve the entries'
  const trial = await callAdmin(
    approveSelectedManualEntries,
    { ids, dry_run: true },
    { timeoutMs: longestMs }
  )
  if (!trial.ok) return failed(title, trial, fallback)
  if (trial.value.approved === 0) {
    showToast({ kind: 'error', title: 'Nothing To Approve', message: trial.value.message })
    return false
  }
  if (!(await confirm(askToApproveShown(trial.value)))) return false
  const result = await callAdmin(approveSelectedManualEntries, { ids }, { timeoutMs: longestMs })
  return result.ok ? done('Entries Approved', result.value.message) : failed(title, result, fallback)
}

export async function deleteEntry({ id, ticker }: ManualEntry): Promise<boolean> {
  const result = await callAdmin(deleteManualEntry, { id })
  if (!result.ok) return failed('Delete Failed', result, 'Failed to delete entry')
  return done('Entry Deleted', `The entry for ${ticker} is gone.`)
}

export async function deleteAllEntries(): Promise<boolean> {
  const result = await callAdmin(deleteAllManualEntries, {})
  if (!result.ok) return failed('Delete All Failed', result, 'Failed to delete all entries')
  return done('All Entries Deleted', result.value.message)
}

export async function deleteSelected(ids: number[]): Promise<boolean> {
  const result = await callAdmin(deleteSelectedManualEntries, { ids })
  if (!result.ok) return failed('Delete Selected Failed', result, 'Failed to delete selected entries')
  return done('Selected Entries Deleted', result.value.message)
}

export async function saveDate(
  { id, ticker }: ManualEntry,
  payment_date: string,
  confirm: Confirm
): Promise<boolean> {
  const result = await callAsking(updateManualEntry, { id, payment_date }, confirm)
  if (result === null) return false
  if (!result.ok) return failed('Update Failed', result, 'Failed to update payment date')
  return done('Payment Date Updated', `${ticker} pays on ${formatSlashedDay(result.value.payment_date)}.`)
}

export async function saveDates(ids: number[], payment_date: string, confirm: Confirm): Promise<boolean> {
  const result = await callAsking(updateSelectedManualEntries, { ids, payment_date }, confirm)
  if (result === null) return false
  if (!result.ok) return failed('Bulk Update Failed', result, 'Failed to update payment dates')
  return done('Payment Dates Updated', result.value.message)
}

function failed(...failure: Parameters<typeof showFailure>): false {
  showFailure(...failure)
  return false
}

function done(title: string, message: string): true {
  showToast({ kind: 'success', title, message })
  return true
}
