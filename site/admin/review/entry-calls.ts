import {
  approveManualEntry,
  approveSelectedManualEntries,
  deleteAllManualEntries,
  deleteManualEntry,
  deleteSelectedManualEntries,
  type ManualEntry
} from '../../../admin-api/contract/manual-entries.ts'
import { countOf } from '../../../admin-api/numbers/format-numbers.ts'
import { formatDividend, formatMonthDayYear } from '../../lib/format.ts'
import { callAdmin, showFailure, showOutcome } from '../../login/admin-session.ts'
import { showToast } from '../../ui/toast.ts'
import type { Question } from '../../ui/use-confirm.tsx'
import { type Confirm, callWithConfirm } from '../call-with-confirm.ts'
import { isForReview } from './entry-list.ts'

/* Each function asks for confirmation if necessary, makes one change and shows the outcome in a toast. */

/** Hundreds of entries take a while, because each fund is estimated again. */
const timeoutMs = 120_000

/** Distinguishes an entry from others of the same fund. */
export function entryName({ ticker, payment_date, kind }: ManualEntry): string {
  const name = kind === 'payment' ? `${ticker} payment` : ticker
  return payment_date === null ? name : `${name} of ${formatMonthDayYear(payment_date)}`
}

export function approvalQuestion({ ticker, payment_date, estimated_dividend }: ManualEntry): Question {
  const day = payment_date === null ? '' : ` with payment date ${formatMonthDayYear(payment_date)}`
  const amount = estimated_dividend === null ? '' : ` of ${formatDividend(estimated_dividend)}`
  return {
    title: `Approve ${ticker}?`,
    message: `The estimate${amount} is saved in the dividend history${day}, and the fund's public page is updated.`,
    confirmText: 'Approve'
  }
}

/** Texts of an approval; ApproveForm shows the same. */
export const approvalTexts = {
  done: 'Entry Approved',
  failed: 'Approval Failed',
  sentence: 'Failed to approve entry'
}

export async function approve({ id }: ManualEntry, confirm: Confirm): Promise<void> {
  const result = await callWithConfirm(approveManualEntry, { id }, confirm)
  if (result !== null) showOutcome(result, approvalTexts)
}

/** Asks for confirmation with the outcome of a dry run. */
export async function approveShown(ids: number[], confirm: Confirm): Promise<void> {
  const texts = {
    done: 'Entries Approved',
    failed: 'Approval Failed',
    sentence: 'Failed to approve entries'
  }
  const dryRun = await callAdmin(approveSelectedManualEntries, { ids, dry_run: true }, { timeoutMs })
  if (!dryRun.ok) return showFailure(texts.failed, dryRun, texts.sentence)
  const { approved, message } = dryRun.value
  if (approved === 0) {
    showToast({ kind: 'error', title: 'Nothing To Approve', message })
    return
  }
  const isConfirmed = await confirm({
    title: `Approve ${countOf(approved, 'entry', 'entries')}?`,
    message,
    confirmText: 'Approve All Shown'
  })
  if (!isConfirmed) return
  const result = await callAdmin(approveSelectedManualEntries, { ids }, { timeoutMs })
  showOutcome(result, texts)
}

export function deletionQuestion(entry: ManualEntry): Question {
  return {
    title: 'Delete this entry?',
    message: `The entry ${entryName(entry)} is deleted. The dividend history doesn’t change.`,
    confirmText: 'Delete'
  }
}

export async function deleteEntry({ id, ticker }: ManualEntry): Promise<void> {
  showOutcome(await callAdmin(deleteManualEntry, { id }), {
    done: 'Entry Deleted',
    failed: 'Delete Failed',
    sentence: 'Failed to delete entry',
    message: () => `The ${ticker} entry is deleted.`
  })
}

export async function deleteSelected(ids: number[], confirm: Confirm): Promise<void> {
  const isConfirmed = await confirm({
    title: `Delete ${countOf(ids.length, 'entry', 'entries')}?`,
    message: `The selected ${ids.length === 1 ? 'entry is' : 'entries are'} deleted. The dividend history doesn’t change.`,
    confirmText: 'Delete Selected'
  })
  if (!isConfirmed) return
  showOutcome(await callAdmin(deleteSelectedManualEntries, { ids }), {
    done: 'Selected Entries Deleted',
    failed: 'Delete Selected Failed',
    sentence: 'Failed to delete selected entries'
  })
}

/** Asks for confirmation twice. */
export async function deleteAllEntries(entries: readonly ManualEntry[], confirm: Confirm): Promise<void> {
  const quarantined = entries.filter(isForReview).length
  const quarantinedText = quarantined === 0 ? '' : `, including ${countOf(quarantined, 'payment')} to decide`
  const isConfirmed =
    (await confirm({
      title: 'Delete all entries?',
      message: `All ${entries.length} entries are deleted, pending and approved${quarantinedText}. The dividend history doesn’t change.`,
      confirmText: 'Delete All Entries'
    })) &&
    (await confirm({
      title: 'Really delete every entry?',
      message: 'This can’t be undone.',
      confirmText: 'Yes, Delete Everything'
    }))
  if (!isConfirmed) return
  showOutcome(await callAdmin(deleteAllManualEntries, {}), {
    done: 'All Entries Deleted',
    failed: 'Delete All Failed',
    sentence: 'Failed to delete all entries'
  })
}
