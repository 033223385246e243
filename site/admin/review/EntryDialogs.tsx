import {
  approveManualEntry,
  type ManualEntry,
  updateManualEntry,
  updateSelectedManualEntries
} from '../../../admin-api/contract/manual-entries.ts'
import { formatDividend, formatMonthDayYear, readNumber } from '../../lib/format.ts'
import { useForm } from '../../login/use-form.ts'
import { Amount, Field, type FormErrors } from '../../ui/Field.tsx'
import { showToast } from '../../ui/toast.ts'
import { AdminForm } from '../AdminForm.tsx'
import { type Confirm, callWithConfirm } from '../call-with-confirm.ts'
import { dayInput } from '../Filters.tsx'
import { approvalTexts } from './entry-calls.ts'

/** Entries whose payment date is being changed: one, or several by id. */
export type Dated = { entry: ManualEntry } | { ids: number[] }

type FormProps = { confirm: Confirm; onDone: () => void }

/** Changes payment dates. */
export function DateForm({ dated, confirm, onDone }: FormProps & { dated: Dated }) {
  const entry = useForm(updateManualEntry, {
    fixed: 'entry' in dated ? { id: dated.entry.id } : {},
    call: (input) => callWithConfirm(updateManualEntry, input, confirm),
    doneTitle: 'Payment Date Updated',
    failure: { title: 'Update Failed', sentence: 'Failed to update payment date' },
    onRejected: showMissingDate,
    onDone
  })
  const entries = useForm(updateSelectedManualEntries, {
    fixed: 'ids' in dated ? { ids: dated.ids } : {},
    call: (input) => callWithConfirm(updateSelectedManualEntries, input, confirm),
    doneTitle: 'Payment Dates Updated',
    failure: { title: 'Bulk Update Failed', sentence: 'Failed to update payment dates' },
    onRejected: showMissingDate,
    onDone
  })
  return (
    <AdminForm
      form={'entry' in dated ? entry : entries}
      values={'entry' in dated ? dated.entry : {}}
      submit="Save Date"
      busyText="Saving..."
      onCancel={onDone}
    >
      {'entry' in dated ? (
        <p>
          When does <strong>{dated.entry.ticker}</strong> pay?
        </p>
      ) : (
        <p>
          {dated.ids.length === 1 ? '1 entry gets' : `All ${dated.ids.length} entries get`} this payment date.
        </p>
      )}
      <Field {...dayInput} name="payment_date" label="Payment date" />
    </AdminForm>
  )
}

function showMissingDate({ payment_date }: FormErrors) {
  if (payment_date === undefined) return
  showToast({ kind: 'error', title: 'Payment Date Required', message: 'Please choose a payment date.' })
}

/** A quarantined or marked payment, and the amount to begin with. */
export type Approving = { entry: ManualEntry; amount: number | null }

type ApproveFormProps = FormProps &
  Approving & {
    /** Called before the list changes. */
    onApproved: (entry: ManualEntry) => void
  }

/** Approves a quarantined payment, or settles a marked one, with the reported amount or a corrected one. */
export function ApproveForm({ entry, amount, confirm, onApproved, onDone }: ApproveFormProps) {
  const { ticker, actual_dividend, payment_date, ex_date, reason } = entry
  const form = useForm(approveManualEntry, {
    fixed: { id: entry.id },
    // The contract allows no amount, which is the reported one.
    read: (textOf) => ({ amount: readNumber(textOf('amount')) }),
    call: (input) => {
      onApproved(entry)
      return callWithConfirm(approveManualEntry, input, confirm)
    },
    doneTitle: approvalTexts.done,
    failure: { title: approvalTexts.failed, sentence: approvalTexts.sentence },
    onDone
  })
  const days = [
    ...(ex_date === null ? [] : [`ex-date ${formatMonthDayYear(ex_date)}`]),
    ...(payment_date === null ? [] : [`payment date ${formatMonthDayYear(payment_date)}`])
  ]

  return (
    <AdminForm
      form={form}
      values={{ amount }}
      submit={entry.is_stored ? 'Save Amount' : 'Approve Payment'}
      busyText="Saving..."
      onCancel={onDone}
    >
      <p>
        The source reports <strong>{formatDividend(actual_dividend ?? 0)}</strong> a share for{' '}
        {[ticker, ...days].join(', ')}.
      </p>
      {reason !== null && <p>{reason}</p>}
      <Amount
        name="amount"
        label="Amount per share in dollars"
        hint="Correct it if the source is wrong; the source’s amount is then ignored."
        step="0.0001"
      />
    </AdminForm>
  )
}
