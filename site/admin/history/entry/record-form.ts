import type * as z from 'zod/mini'
import type { addHistoryRecord, HistoryRecord } from '../../../../admin-api/contract/admin-history.ts'
import type { Frequency } from '../../../../admin-api/contract/vocabulary.ts'
import { normaliseDay } from './record-day.ts'

/** As typed: a number half written is still text. */
export type RecordFields = {
  ticker: string
  payment_date: string
  actual_dividend: string
  estimated_dividend: string
  frequency: Frequency
  implied_volatility: string
  current_price: string
  average_dividend: string
}

/** The record that is being changed, as it was found; its key does not follow what is typed. */
export type EditedRecord = Pick<
  HistoryRecord,
  'ticker' | 'payment_date' | 'collection_date' | 'estimate_origin'
>

export type RecordForm = {
  isOpen: boolean
  /** null while a new record is written. */
  edited: EditedRecord | null
  fields: RecordFields
  /** As the form was opened. */
  initial: RecordFields
  isSubmitting: boolean
  /** What the server said of the last try. */
  refusal: string | null
}

export type RecordFormAction =
  /** For a new record; also after one was added. */
  | { type: 'opened'; today: string }
  | { type: 'typed'; field: keyof RecordFields; text: string }
  | { type: 'editing'; record: HistoryRecord; today: string }
  | { type: 'submitted' }
  | { type: 'refused'; message: string }
  /** Saved or called off. */
  | { type: 'closed'; today: string }

export function emptyForm(today: string): RecordForm {
  const fields: RecordFields = {
    ticker: '',
    payment_date: today,
    actual_dividend: '',
    estimated_dividend: '0',
    frequency: 'MONTHLY',
    implied_volatility: '',
    current_price: '',
    average_dividend: ''
  }
  return { isOpen: false, edited: null, fields, initial: fields, isSubmitting: false, refusal: null }
}

export function recordFormReducer(form: RecordForm, action: RecordFormAction): RecordForm {
  switch (action.type) {
    case 'opened':
      return { ...emptyForm(action.today), isOpen: true }
    case 'typed':
      // What is on its way is what was confirmed; typing over it now would be lost with the answer.
      if (form.isSubmitting) return form
      return { ...form, fields: { ...form.fields, [action.field]: cleaned(action.field, action.text) } }
    case 'editing':
      if (form.isSubmitting) return form
      return openRecord(action.record, action.today)
    case 'submitted':
      return { ...form, isSubmitting: true, refusal: null }
    case 'refused':
      return { ...form, isSubmitting: false, refusal: action.message }
    case 'closed':
      return emptyForm(action.today)
  }
}

/** Whether something was typed that is not saved. */
export function isHalfWritten({ isOpen, fields, initial }: RecordForm): boolean {
  const names = Object.keys(initial) as (keyof RecordFields)[]
  return isOpen && names.some((name) => fields[name] !== initial[name])
}

/** Ticker, payment date, estimate and frequency must be there; a frequency always is. */
export function isComplete({ ticker, payment_date, estimated_dividend }: RecordFields): boolean {
  return ticker !== '' && payment_date !== '' && readNumber(estimated_dividend) !== null
}

type RecordKey = Pick<HistoryRecord, 'ticker' | 'payment_date'>

/** A record is known by its ticker and its payment date. */
export function isSameRecord(a: RecordKey, b: RecordKey): boolean {
  return a.ticker === b.ticker && a.payment_date === b.payment_date
}

type NewRecord = z.input<typeof addHistoryRecord.input>

/** Volatility goes as it was typed: the server reads one over 5 as percent, and must not do so twice. */
export function toRecord({ edited, fields }: RecordForm, today: string): NewRecord {
  return {
    ticker: fields.ticker,
    payment_date: fields.payment_date,
    // Checked by isComplete; the contract refuses what is no number.
    estimated_dividend: readNumber(fields.estimated_dividend) ?? Number.NaN,
    frequency: fields.frequency,
    actual_dividend: readNumber(fields.actual_dividend),
    implied_volatility: readNumber(fields.implied_volatility),
    current_price: readNumber(fields.current_price),
    average_dividend: readNumber(fields.average_dividend),
    collection_date: edited?.collection_date ?? today
  }
}

/** Above this a volatility is meant in percent. */
const percentThreshold = 5

/** What the server will make of a volatility, in percent; null where nothing was typed. */
export function volatilityPercentOf(text: string): number | null {
  const typed = readNumber(text)
  if (typed === null) return null
  return typed > percentThreshold ? typed : typed * 100
}

function openRecord(record: HistoryRecord, today: string): RecordForm {
  const { ticker, payment_date, collection_date, estimate_origin } = record
  const fields: RecordFields = {
    ticker,
    payment_date: normaliseDay(payment_date, today),
    actual_dividend: writeNumber(record.actual_dividend),
    estimated_dividend: writeNumber(record.estimated_dividend),
    frequency: record.frequency,
    implied_volatility: writeVolatility(record.implied_volatility),
    current_price: writeNumber(record.current_price),
    average_dividend: writeNumber(record.average_dividend)
  }
  return {
    isOpen: true,
    edited: { ticker, payment_date, collection_date, estimate_origin },
    fields,
    initial: fields,
    isSubmitting: false,
    refusal: null
  }
}

function cleaned(field: keyof RecordFields, text: string): string {
  return field === 'ticker' ? text.trim().toUpperCase() : text
}

function readNumber(text: string): number | null {
  const value = Number(text)
  return text.trim() === '' || Number.isNaN(value) ? null : value
}

function writeNumber(value: number | null): string {
  return value === null ? '' : String(value)
}

/** In percent, as the table shows it, where that is read back as the same figure; else the fraction itself. */
function writeVolatility(fraction: number | null): string {
  if (fraction === null) return ''
  const percent = Number((fraction * 100).toPrecision(12))
  return String(percent > percentThreshold ? percent : fraction)
}
