import { useRef } from 'react'
import type { ManualEntry } from '../../../admin-api/contract/manual-entries.ts'
import { formatDividend, formatMonthDayYear } from '../../lib/format.ts'
import { selectField, useSubmit } from '../../login/use-submit.ts'
import { Dialog, SubmitActions } from '../../ui/Dialog.tsx'
import { Field, Input } from '../../ui/Field.tsx'

type ApproveDialogProps = {
  /** A quarantined payment; null while the dialog is closed. */
  entry: ManualEntry | null
  /** Resolves to whether the payment was saved. */
  onApprove: (entry: ManualEntry, amount: number) => Promise<boolean>
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
    if (!(await onApprove(entry, amount))) return 'The payment was not saved. Try again, or cancel.'
    onClose()
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
