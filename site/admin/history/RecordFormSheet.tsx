import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import {
  addHistoryRecord,
  type HistoryRecord,
  updateHistoryRecord
} from '../../../admin-api/contract/admin-history.ts'
import { frequencies } from '../../../admin-api/contract/vocabulary.ts'
import { formatMonthDayYear, formatPercent, readNumber } from '../../lib/format.ts'
import { useForm } from '../../login/use-form.ts'
import { Amount, Field, Select } from '../../ui/Field.tsx'
import { Form, FormActions, isChanged } from '../../ui/Form.tsx'
import { type Confirm, callWithConfirm } from '../call-with-confirm.ts'
import { optionsOf } from '../code-words.ts'
import { dayInput, SymbolField } from '../Filters.tsx'
import { originNames } from './RecordsTable.tsx'

/** The form as opened: for a record, or null for a new one. The number changes with each opening. */
type Opened = { record: HistoryRecord | null; number: number }

/** Which record the form shows. Opening another one asks before it discards unsaved input. */
export function useRecordForm(confirm: Confirm) {
  const [opened, setOpened] = useState<Opened | null>(null)
  const sheet = useRef<HTMLFormElement>(null)

  async function open(record: HistoryRecord | null) {
    const form = sheet.current
    const isNewAgain = record === null && opened?.record === null
    if (isNewAgain || form?.getAttribute('aria-busy') === 'true') return
    if (form !== null && isChanged(form)) {
      const ticker = opened?.record?.ticker
      const what = ticker === undefined ? 'The new record' : `What you changed in the record of ${ticker}`
      const isSure = await confirm({
        title: 'Discard your changes?',
        message: `${what} isn’t saved. Another record will replace it in the form.`,
        confirmText: 'Discard'
      })
      if (!isSure) return
    }
    setOpened((last) => ({ record, number: (last?.number ?? 0) + 1 }))
  }

  return { opened, sheet, open, close: () => setOpened(null) }
}

type RecordFormSheetProps = {
  /** null for a new record. */
  record: HistoryRecord | null
  sheet: RefObject<HTMLFormElement | null>
  confirm: Confirm
  /** Closes the form and moves the focus. */
  onClose: () => void
}

export function RecordFormSheet({ record, sheet, confirm, onClose }: RecordFormSheetProps) {
  const today = dayOf(new Date())
  const [isComplete, setComplete] = useState(record !== null)
  const [volatility, setVolatility] = useState(formatVolatility(record?.implied_volatility ?? null))
  const isNew = record === null
  const collection = { collection_date: record?.collection_date ?? today }
  const addition = useForm(addHistoryRecord, {
    fixed: collection,
    call: (input) => callWithConfirm(addHistoryRecord, input, confirm),
    doneTitle: 'Record Added',
    failure: { title: 'Add Failed', sentence: 'Failed to add record' },
    onDone: () => {
      sheet.current?.reset()
      setComplete(false)
      setVolatility('')
      focusTicker()
    }
  })
  const change = useForm(updateHistoryRecord, {
    fixed: { ...collection, original_payment_date: record?.payment_date ?? null },
    call: (input) => callWithConfirm(updateHistoryRecord, input, confirm),
    doneTitle: 'Record Updated',
    failure: { title: 'Update Failed', sentence: 'Failed to update record' },
    onDone: onClose
  })

  function focusTicker() {
    const control = sheet.current?.elements.namedItem('ticker')
    if (control instanceof HTMLElement) control.focus()
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens
  useEffect(() => {
    if (isNew) focusTicker()
    else sheet.current?.focus()
  }, [])

  function onInput({ currentTarget: { elements } }: FormEvent<HTMLFormElement>) {
    const controls = [...elements] as (HTMLInputElement | HTMLSelectElement)[]
    setComplete(controls.every(({ required, value }) => required !== true || value.trim() !== ''))
  }

  return (
    <Form
      ref={sheet}
      form={isNew ? addition : change}
      values={record ?? { payment_date: today, estimated_dividend: 0, frequency: 'MONTHLY' }}
      className={`record-form stack gap-3 pad-4 ${isNew ? '' : 'record-form--editing'}`}
      aria-labelledby="record-form-title"
      tabIndex={-1}
      onInput={onInput}
      actions={
        <FormActions disabled={!isComplete} busyText="Saving..." onCancel={onClose}>
          {isNew ? 'Add Record' : 'Update Record'}
        </FormActions>
      }
    >
      <h3 className="text-xl" id="record-form-title">
        {isNew ? (
          'Add a new record'
        ) : (
          <>
            Edit {record.ticker}{' '}
            <span className="muted regular tabular text-m">
              paid {formatMonthDayYear(record.payment_date)}
            </span>
          </>
        )}
      </h3>
      <p className="muted text-xs">
        Ticker, payment date, estimate and frequency are required.{record !== null && originNote(record)}
      </p>
      <div className="record-form__fields grid items-start gap-4">
        <SymbolField name="ticker" label="Ticker" readOnly={!isNew} />
        <Field {...dayInput} name="payment_date" label="Payment Date" />
        <Amount name="estimated_dividend" label="Estimated Dividend" step="0.0001" />
        <Select name="frequency" label="Frequency" options={optionsOf(frequencies)} />
        <Amount name="actual_dividend" label="Actual Dividend" step="0.0001" />
        <Amount name="current_price" label="Current Price" step="0.01" />
        <Amount name="average_dividend" label="Average Dividend" step="0.01" />
        <Amount
          name="implied_volatility"
          label="Implied Volatility"
          hint={volatilityHint(volatility)}
          step="0.01"
          defaultValue={volatility}
          onChange={({ target }) => setVolatility(target.value)}
        />
      </div>
    </Form>
  )
}

/** Explains the origin of a frozen estimate; the server keeps it if the estimate is sent back unchanged. */
function originNote({ estimate_origin }: HistoryRecord): string {
  if (estimate_origin === null || estimate_origin === 'operator') return ''
  return ` The estimate is the ${originNames[estimate_origin]} one; if you change it, it counts as the operator's.`
}

function volatilityHint(text: string): string {
  const percent = volatilityPercentOf(text)
  const rule = 'Values over 5 are percent and divided by 100.'
  return percent === null ? rule : `${rule} Read as ${formatPercent(percent)} a year.`
}

/** The server reads a volatility above this as percent. */
const percentThreshold = 5

/** Percent that the server will store for a typed volatility; null if no number was typed. */
export function volatilityPercentOf(text: string): number | null {
  const typed = readNumber(text)
  if (Number.isNaN(typed)) return null
  return typed > percentThreshold ? typed : typed * 100
}

/** Percent, as in the table, if the server reads it back as the same value; otherwise the fraction. */
export function formatVolatility(fraction: number | null): string {
  if (fraction === null) return ''
  const percent = Number((fraction * 100).toPrecision(12))
  return String(percent > percentThreshold ? percent : fraction)
}

/** Converts a time to its day in the operator's time zone, YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return moment.toLocaleDateString('sv-SE')
}
