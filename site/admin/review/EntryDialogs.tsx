import {
  approveManualEntry,
  type ManualEntry,
  updateManualEntry,
  updateSelectedManualEntries
} from '../../../admin-api/contract/manual-entries.ts'
import { formatDividend, formatMonthDayYear, readNumber } from '../../lib/format.ts'
import { useForm } from '../../login/use-form.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { Amount, Field } from '../../ui/Field.tsx'
import { AdminForm } from '../AdminForm.tsx'
import { type Confirm, callWithConfirm } from '../call-with-confirm.ts'
import { dayInput } from '../Filters.tsx'

/** Entries whose payment date is being changed: one, or several by id. */
export type Dated = { entry: ManualEntry } | { ids: number[] }

type DateDialogProps = { dated: Dated | null; confirm: Confirm; onClose: () => void }

/** Changes payment dates. The dialog stays open after a rejection. */
export function DateDialog({ dated, confirm, onClose }: DateDialogProps) {
  const isOne = dated !== null && 'entry' in dated
  return (
    <Dialog
      isOpen={dated !== null}
      title={isOne ? 'Edit Payment Date' : 'Update Payment Date for Selected Entries'}
      onClose={onClose}
    >
      {dated !== null && <DateForm dated={dated} confirm={confirm} onClose={onClose} />}
    </Dialog>
  )
}

function DateForm({ dated, confirm, onClose }: DateDialogProps & { dated: Dated }) {
  const entry = useForm(updateManualEntry, {
    fixed: 'entry' in dated ? { id: dated.entry.id } : {},
    call: (input) => callWithConfirm(updateManualEntry, input, confirm),
    doneTitle: 'Payment Date Updated',
    onDone: onClose
  })
  const entries = useForm(updateSelectedManualEntries, {
    fixed: 'ids' in dated ? { ids: dated.ids } : {},
    call: (input) => callWithConfirm(updateSelectedManualEntries, input, confirm),
    doneTitle: 'Payment Dates Updated',
    onDone: onClose
  })
  return (
    <AdminForm
      form={'entry' in dated ? entry : entries}
      submit="Save Date"
      busyText="Saving..."
      onCancel={onClose}
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
      <Field
        {...dayInput}
        name="payment_date"
        label="Payment date"
        defaultValue={('entry' in dated && dated.entry.payment_date) || ''}
      />
    </AdminForm>
  )
}

/** A quarantined payment, and the amount to begin with. */
export type Approving = { entry: ManualEntry; amount: number | null }

type ApproveDialogProps = {
  /** null while the dialog is closed. */
  approved: Approving | null
  confirm: Confirm
  /** Called before the list changes. */
  onApproved: (entry: ManualEntry) => void
  onClose: () => void
}

/** Approves a quarantined payment with the reported amount or a corrected one. */
export function ApproveDialog({ approved, ...rest }: ApproveDialogProps) {
  const ticker = approved?.entry.ticker ?? ''
  return (
    <Dialog isOpen={approved !== null} title={`Approve ${ticker} payment`} onClose={rest.onClose}>
      {approved !== null && <ApproveForm {...approved} {...rest} />}
    </Dialog>
  )
}

type ApproveFormProps = Approving & Omit<ApproveDialogProps, 'approved'>

function ApproveForm({ entry, amount, confirm, onApproved, onClose }: ApproveFormProps) {
  const { ticker, actual_dividend, payment_date, ex_date, reason } = entry
  const form = useForm(approveManualEntry, {
    fixed: { id: entry.id },
    // The contract allows no amount, which is the reported one.
    read: (textOf) => ({ amount: readNumber(textOf('amount')) }),
    call: (input) => {
      onApproved(entry)
      return callWithConfirm(approveManualEntry, input, confirm)
    },
    doneTitle: 'Entry Approved',
    onDone: onClose
  })
  const days = [
    ...(ex_date === null ? [] : [`ex-date ${formatMonthDayYear(ex_date)}`]),
    ...(payment_date === null ? [] : [`payment date ${formatMonthDayYear(payment_date)}`])
  ]

  return (
    <AdminForm form={form} submit="Approve Payment" busyText="Saving..." onCancel={onClose}>
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
        defaultValue={amount ?? ''}
      />
    </AdminForm>
  )
}
