import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { formatSlashedDay } from '../../lib/format.ts'
import type { Question } from '../../ui/ConfirmDialog.tsx'
import { nameOf } from './entry-name.ts'

export function askToApprove(entry: ManualEntry): Question {
  const day = entry.payment_date === null ? '' : ` with payment date ${formatSlashedDay(entry.payment_date)}`
  return {
    title: `Approve ${entry.ticker}?`,
    message: `The entry moves into the dividend history${day}, and the fund's public page is written anew.`,
    confirmText: 'Approve'
  }
}

/** @param trial what the server says it would do */
export function askToApproveShown(trial: { approved: number; message: string }): Question {
  return {
    title: trial.approved === 1 ? 'Approve 1 entry?' : `Approve ${trial.approved} entries?`,
    message: trial.message,
    confirmText: 'Approve All Shown'
  }
}

export function askToDelete(entry: ManualEntry): Question {
  return {
    title: 'Delete this entry?',
    message: `The entry ${nameOf(entry)} is deleted. The dividend history stays as it is.`,
    confirmText: 'Delete'
  }
}

export function askToDeleteSelected(count: number): Question {
  const what = count === 1 ? '1 entry' : `${count} entries`
  return {
    title: `Delete ${what}?`,
    message: `The selected ${count === 1 ? 'entry is' : 'entries are'} deleted. The dividend history stays as it is.`,
    confirmText: 'Delete Selected'
  }
}

export function askToDeleteAll(count: number): Question {
  return {
    title: 'Delete all entries?',
    message: `All ${count} entries are deleted, pending and approved. The dividend history stays as it is.`,
    confirmText: 'Delete All Entries'
  }
}

export const askAgainToDeleteAll: Question = {
  title: 'Really delete every entry?',
  message: 'This is the last warning, Captain: nothing brings them back.',
  confirmText: 'Yes, Delete Everything'
}
