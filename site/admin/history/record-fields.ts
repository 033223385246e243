import type { HistoryRecord } from '../../../admin-api/contract/admin-history.ts'
import { isDay } from '../../../admin-api/contract/days.ts'
import { readNumber } from '../../lib/format.ts'

/** Displayed origins of estimates. */
export const originNames = { operator: 'operator', live: 'live', replayed: 'backtested' } as const

type RecordKey = Pick<HistoryRecord, 'ticker' | 'payment_date'>

export function isSameRecord(a: RecordKey, b: RecordKey): boolean {
  return a.ticker === b.ticker && a.payment_date === b.payment_date
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
