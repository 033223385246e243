import { useRef } from 'react'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { formatDividend, formatMonthDayYear } from '../../lib/format.ts'
import { selectField, useSubmit } from '../../login/use-submit.ts'
import { Dialog, SubmitActions } from '../../ui/Dialog.tsx'
import { Field, Input } from '../../ui/Field.tsx'
import { showToast } from '../../ui/toast.ts'
import type { Confirm } from '../call-with-confirm.ts'
import { dayInput } from '../fields.tsx'
import { type Outcome, saveDate, saveDates } from './entry-calls.ts'

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
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, refusal, onSubmit } = useSubmit(save)

  async function save(): Promise<string | null> {
    const day = input.current?.value ?? ''
    if (day === '') {
      const message = 'Please choose a payment date.'
      showToast({ kind: 'error', title: 'Payment Date Required', message })
      input.current?.focus()
      return `Payment Date Required. ${message}`
    }
    const isSaved = await ('entry' in dated
      ? saveDate(dated.entry, day, confirm)
      : saveDates(dated.ids, day, confirm))
    if (isSaved === false) return 'This date was not saved. Try again, or cancel.'
    if (isSaved === true) onClose()
    return null
  }

  return (
    <form className="stack gap-3" noValidate onSubmit={onSubmit}>
      {'entry' in dated ? (
        <p>
          When does <strong>{dated.entry.ticker}</strong> pay?
        </p>
      ) : (
        <p>
          {dated.ids.length === 1 ? '1 entry gets' : `All ${dated.ids.length} entries get`} this payment date.
        </p>
      )}
      <Field id="entry-date" label="Payment date" hint={refusal ?? ''} hasError isHintLive>
        <Input
          {...dayInput}
          ref={input}
          required
          defaultValue={('entry' in dated && dated.entry.payment_date) || ''}
          aria-invalid={refusal !== null}
        />
      </Field>
      <SubmitActions text="Save Date" busyText="Saving..." isBusy={isBusy} onCancel={onClose} />
    </form>
  )
}

type ApproveDialogProps = {
  /** A quarantined payment; null while the dialog is closed. */
  entry: ManualEntry | null
  onApprove: (entry: ManualEntry, amount: number) => Promise<Outcome>
  onClose: () => void
}

/** Approves a quarantined payment with the reported amount or a corrected one. */
export function ApproveDialog({ entry, onApprove, onClose }: ApproveDialogProps) {
  return (
    <Dialog isOpen={entry !== null} title={`Approve ${entry?.ticker ?? ''} payment`} onClose={onClose}>
      {entry !== null && <ApproveForm entry={entry} onApprove={onApprove} onClose={onClose} />}
    </Dialog>
  )
}

function ApproveForm({ entry, onApprove, onClose }: ApproveDialogProps & { entry: ManualEntry }) {
  const { ticker, actual_dividend, payment_date, ex_date, reason } = entry
  const input = useRef<HTMLInputElement>(null)
  const { isBusy, refusal, clear, onSubmit } = useSubmit(save)
  const days = [
    ...(ex_date === null ? [] : [`ex-date ${formatMonthDayYear(ex_date)}`]),
    ...(payment_date === null ? [] : [`payment date ${formatMonthDayYear(payment_date)}`])
  ]

  async function save(): Promise<string | null> {
    const amount = Number(input.current?.value)
    if (!(amount > 0)) {
      selectField(input.current)
      return 'Please enter an amount above $0.'
    }
    const isSaved = await onApprove(entry, amount)
    if (isSaved === false) return 'The payment was not saved. Try again, or cancel.'
    if (isSaved === true) onClose()
    return null
  }

  return (
    <form className="stack gap-3" noValidate onSubmit={onSubmit}>
      <p>
        The source reports <strong>{formatDividend(actual_dividend ?? 0)}</strong> a share for{' '}
        {[ticker, ...days].join(', ')}.
      </p>
      {reason !== null && <p>{reason}</p>}
      <Field
        id="approved-amount"
        label="Amount per share in dollars"
        hint={refusal ?? 'Correct it if the source is wrong; the source’s amount is then ignored.'}
        hasError={refusal !== null}
        isHintLive
      >
        <Input
          ref={input}
          type="number"
          inputMode="decimal"
          min="0.0001"
          step="0.0001"
          defaultValue={actual_dividend ?? ''}
          aria-invalid={refusal !== null}
          onChange={clear}
        />
      </Field>
      <SubmitActions text="Approve Payment" busyText="Saving..." isBusy={isBusy} onCancel={onClose} />
    </form>
  )
}
