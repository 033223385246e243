import type * as z from 'zod/mini'
import type { addHistoryRecord, HistoryRecord } from '../../../admin-api/contract/admin-history.ts'
import { isDay } from '../../../admin-api/contract/days.ts'
import type { Frequency } from '../../../admin-api/contract/vocabulary.ts'

/** Values of the form as typed; an incomplete number is still text. */
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

/** Displayed origins of estimates. */
export const originNames = { operator: 'operator', live: 'live', replayed: 'backtested' } as const

export function emptyFields(today: string): RecordFields {
  return {
    ticker: '',
    payment_date: today,
    actual_dividend: '',
    estimated_dividend: '0',
    frequency: 'MONTHLY',
    implied_volatility: '',
    current_price: '',
    average_dividend: ''
  }
}

export function fieldsOf(record: HistoryRecord, today: string): RecordFields {
  return {
    ticker: record.ticker,
    payment_date: normalizeDay(record.payment_date, today),
    actual_dividend: formatNumber(record.actual_dividend),
    estimated_dividend: formatNumber(record.estimated_dividend),
    frequency: record.frequency,
    implied_volatility: formatVolatility(record.implied_volatility),
    current_price: formatNumber(record.current_price),
    average_dividend: formatNumber(record.average_dividend)
  }
}

/** Whether all required fields are filled in; frequency always is. */
export function isComplete({ ticker, payment_date, estimated_dividend }: RecordFields): boolean {
  return ticker !== '' && payment_date !== '' && parseNumber(estimated_dividend) !== null
}

/** Sends the volatility as typed, because the server converts a value over 5 from percent. */
export function toRecord(
  { edited, fields }: { edited: Pick<HistoryRecord, 'collection_date'> | null; fields: RecordFields },
  today: string
): z.input<typeof addHistoryRecord.input> {
  return {
    ticker: fields.ticker,
    payment_date: fields.payment_date,
    // Checked by isComplete; the contract rejects NaN.
    estimated_dividend: parseNumber(fields.estimated_dividend) ?? Number.NaN,
    frequency: fields.frequency,
    actual_dividend: parseNumber(fields.actual_dividend),
    implied_volatility: parseNumber(fields.implied_volatility),
    current_price: parseNumber(fields.current_price),
    average_dividend: parseNumber(fields.average_dividend),
    collection_date: edited?.collection_date ?? today
  }
}

/** The server reads a volatility above this as percent. */
const percentThreshold = 5

/** Percent that the server will store for a typed volatility; null if nothing was typed. */
export function volatilityPercentOf(text: string): number | null {
  const typed = parseNumber(text)
  if (typed === null) return null
  return typed > percentThreshold ? typed : typed * 100
}

function parseNumber(text: string): number | null {
  const value = Number(text)
  return text.trim() === '' || Number.isNaN(value) ? null : value
}

function formatNumber(value: number | null): string {
  return value === null ? '' : String(value)
}

/** Percent, as in the table, if the server reads it back as the same value; otherwise the fraction. */
function formatVolatility(fraction: number | null): string {
  if (fraction === null) return ''
  const percent = Number((fraction * 100).toPrecision(12))
  return String(percent > percentThreshold ? percent : fraction)
}

/** Converts a time to its day in the operator's time zone, YYYY-MM-DD. */
export function dayOf(moment: Date): string {
  return moment.toLocaleDateString('sv-SE')
}

/** YYYY-MM-DD from an ISO day or instant, MM/DD/YYYY, or any date that the browser can parse; otherwise `today`. */
export function normalizeDay(text: string, today: string): string {
  const written = text.trim()
  const iso = /^(\d{4}-\d{2}-\d{2})(?:$|T)/.exec(written)
  if (iso !== null) return isDay(iso[1]) ? iso[1] : today
  const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(written)
  if (slashed !== null) {
    const [, month = '', day = '', year = ''] = slashed
    const isoDay = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
    return isDay(isoDay) ? isoDay : today
  }
  const moment = new Date(written)
  return Number.isNaN(moment.getTime()) ? today : dayOf(moment)
}
