import * as z from 'zod/mini'
import { amountOf, calendarDay, Frequency } from '../../../contract/wire.ts'
import type { HistoryRow } from '../../../payments/history-rows.db.ts'

/** Far above anything true; a backup must take back whatever the history may hold. */
const largestAmount = 1_000_000
const longestText = 1000

const Basis = (name: string) => z.enum(['source', 'derived'], `${name} must be source or derived`)
const maybe = <Value extends z.ZodMiniType>(value: Value) => z.optional(z.nullable(value))
const amount = (name: string) => maybe(amountOf(name, 0, largestAmount))

/**
 * One record of a backup: the words of the wire, and what else a row holds. Only ticker and payment_date must be
 * there, and an amount; a record of another program is completed from what is known of the fund.
 */
export const BackupRecord = z.object({
  ticker: z
    .string('ticker must be a text')
    .check(z.regex(/^[A-Z]{1,5}$/, 'ticker must be 1 to 5 capital letters')),
  payment_date: calendarDay('payment_date'),
  payment_date_basis: z.optional(Basis('payment_date_basis')),
  ex_date: z.optional(calendarDay('ex_date')),
  ex_date_basis: z.optional(Basis('ex_date_basis')),
  actual_dividend: amount('actual_dividend'),
  /** On the share basis of its day; null where that is unknown. */
  actual_as_paid: amount('actual_as_paid'),
  /** What the operator approved or wrote; an estimate of the frozen record is not part of the history. */
  estimated_dividend: amount('estimated_dividend'),
  frequency: maybe(Frequency),
  implied_volatility: amount('implied_volatility'),
  current_price: amount('current_price'),
  average_dividend: amount('average_dividend'),
  accuracy_score: maybe(amountOf('accuracy_score', 0, 1)),
  collection_date: maybe(calendarDay('collection_date')),
  agreement: z.optional(z.enum(['yes', 'single', 'no'], 'agreement must be yes, single or no')),
  sources: z.optional(
    z
      .string('sources must be a text')
      .check(z.maxLength(longestText, `sources must not exceed ${longestText} characters`))
  )
})
export type BackupRecord = z.infer<typeof BackupRecord>

/** Every column, so that the row can be made again as it was. */
export function toBackupRecord(row: HistoryRow): Required<BackupRecord> {
  return {
    ticker: row.symbol,
    payment_date: row.payment_date,
    payment_date_basis: row.payment_date_basis,
    ex_date: row.ex_date,
    ex_date_basis: row.ex_date_basis,
    actual_dividend: row.amount,
    actual_as_paid: row.amount_as_paid,
    estimated_dividend: row.estimated_amount,
    frequency: row.frequency,
    implied_volatility: row.implied_volatility,
    current_price: row.price,
    average_dividend: row.average_amount,
    accuracy_score: row.accuracy_score,
    collection_date: row.collection_date,
    agreement: row.agreement,
    sources: row.sources
  }
}
