import type { HistoryRecord } from '../../../admin-api/contract/admin-history.ts'
import { readNumber } from '../../lib/format.ts'

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
