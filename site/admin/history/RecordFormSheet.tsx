import { type ActionDispatch, type FormEvent, useEffect, useRef } from 'react'
import { addHistoryRecord, updateHistoryRecord } from '../../../admin-api/contract/admin-history.ts'
import { frequencies } from '../../../admin-api/contract/vocabulary.ts'
import { formatMonthDayYear, formatPercent } from '../../lib/format.ts'
import { showOutcome } from '../../login/admin-session.ts'
import { Button } from '../../ui/Button.tsx'
import { type Confirm, callWithConfirm } from '../call-with-confirm.ts'
import { ChoiceField, dayInput, InputField } from '../fields.tsx'
import { frequencyNames } from './history-query.ts'
import {
  dayOf,
  isComplete,
  originNames,
  type RecordFields,
  toRecord,
  volatilityPercentOf
} from './record-fields.ts'
import type { EditedRecord, RecordForm, RecordFormAction } from './record-form.ts'

type RecordFormSheetProps = {
  form: RecordForm
  dispatch: ActionDispatch<[RecordFormAction]>
  confirm: Confirm
  /** Moves the focus, because the form is about to disappear. */
  onClose: () => void
}

/** Adds a record, or edits the one that was opened. */
export function RecordFormSheet({ form, dispatch, confirm, onClose }: RecordFormSheetProps) {
  const { edited, fields, isSubmitting, refusal } = form
  const verb = edited === null ? 'Add' : 'Update'
  const sheet = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (edited === null) focusTicker(sheet.current)
    else sheet.current?.focus()
  }, [edited])

  function close() {
    dispatch({ type: 'closed', today: dayOf(new Date()) })
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isSubmitting || !isComplete(fields)) return
    dispatch({ type: 'submitted' })
    const record = toRecord(form, dayOf(new Date()))
    const result =
      edited === null
        ? await callWithConfirm(addHistoryRecord, record, confirm)
        : await callWithConfirm(
            updateHistoryRecord,
            { ...record, original_payment_date: edited.payment_date },
            confirm
          )
    if (result === null)
      return dispatch({ type: 'refused', message: 'Nothing was saved. Please correct the record.' })
    if (!result.ok) dispatch({ type: 'refused', message: result.message })
    const isSaved = showOutcome(result, {
      done: edited === null ? 'Record Added' : 'Record Updated',
      failed: `${verb} Failed`
    })
    if (!isSaved) return
    if (edited !== null) return close()
    dispatch({ type: 'opened', today: dayOf(new Date()) })
    focusTicker(sheet.current)
  }

  return (
    <form
      ref={sheet}
      className={edited === null ? 'record-form' : 'record-form record-form--editing'}
      aria-labelledby="record-form-title"
      tabIndex={-1}
      noValidate
      onSubmit={submit}
    >
      <h3 className="text-xl" id="record-form-title">
        {edited === null ? (
          'Add a new record'
        ) : (
          <>
            Edit {edited.ticker}{' '}
            <span className="record-form__day muted tabular">
              paid {formatMonthDayYear(edited.payment_date)}
            </span>
          </>
        )}
      </h3>
      <p className="muted text-xs">Fields with * must be filled in.{edited !== null && originNote(edited)}</p>
      <RecordFormFields form={form} dispatch={dispatch} />
      {refusal !== null && (
        <p className="field__error" role="alert">
          {refusal}
        </p>
      )}
      <div className="row gap-2">
        <Button type="submit" disabled={!isComplete(fields)} aria-disabled={isSubmitting || undefined}>
          {isSubmitting ? 'Saving...' : `${verb} Record`}
        </Button>
        <Button variant="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function focusTicker(sheet: HTMLFormElement | null): void {
  const control = sheet?.elements.namedItem('ticker')
  if (control instanceof HTMLElement) control.focus()
}

/** Explains the origin of a frozen estimate; the server keeps it if the estimate is sent back unchanged. */
function originNote({ estimate_origin }: EditedRecord): string {
  if (estimate_origin === null || estimate_origin === 'operator') return ''
  return ` The estimate is the ${originNames[estimate_origin]} one; if you change it, it counts as the operator's.`
}

const dividendInput = { type: 'number', inputMode: 'decimal', min: '0', step: '0.0001' } as const
const centInput = { ...dividendInput, step: '0.01' } as const

function RecordFormFields({
  form: { edited, fields },
  dispatch
}: Pick<RecordFormSheetProps, 'form' | 'dispatch'>) {
  const bind = (name: keyof RecordFields, label: string) => ({
    name,
    label,
    value: fields[name],
    onChange: (event: { target: { value: string } }) =>
      dispatch({ type: 'typed', field: name, text: event.target.value })
  })
  const bindRequired = (name: keyof RecordFields, text: string) => ({
    ...bind(name, text),
    required: true,
    label: (
      <>
        {text}
        <span aria-hidden="true"> *</span>
      </>
    )
  })
  return (
    <div className="record-form__fields grid items-start gap-4">
      <InputField
        {...bindRequired('ticker', 'Ticker')}
        maxLength={5}
        autoComplete="off"
        spellCheck={false}
        readOnly={edited !== null}
      />
      <InputField {...bindRequired('payment_date', 'Payment Date')} {...dayInput} />
      <InputField {...bindRequired('estimated_dividend', 'Estimated Dividend')} {...dividendInput} />
      <ChoiceField
        {...bindRequired('frequency', 'Frequency')}
        options={frequencies}
        nameOf={(frequency) => frequencyNames[frequency]}
      />
      <InputField {...bind('actual_dividend', 'Actual Dividend')} {...dividendInput} />
      <InputField {...bind('current_price', 'Current Price')} {...centInput} />
      <InputField {...bind('average_dividend', 'Average Dividend')} {...centInput} />
      <div className="stack gap-1">
        <InputField
          {...bind('implied_volatility', 'Implied Volatility')}
          {...centInput}
          aria-describedby="volatility-hint"
        />
        <p className="field__hint" id="volatility-hint">
          {volatilityHint(fields.implied_volatility)}
        </p>
      </div>
    </div>
  )
}

function volatilityHint(text: string): string {
  const percent = volatilityPercentOf(text)
  const rule = 'Values over 5 are percent and divided by 100.'
  return percent === null ? rule : `${rule} Read as ${formatPercent(percent)} a year.`
}
