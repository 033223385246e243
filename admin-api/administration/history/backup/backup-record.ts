import * as z from 'zod/mini'
import { calendarDay } from '../../../contract/days.ts'
import { amountOf, Frequency } from '../../../contract/fields.ts'
import { exDateFor } from '../../../market-days/next-dates.ts'
import type { Payment } from '../../../market-days/types.ts'
import { scoreRow } from '../../../payments/payment-row.ts'
import { amountAsPaid, factorToToday, type SplitHistory } from '../../../payments/share-basis.ts'
import type { PaymentRow } from '../../../platform/database/schema/facts.ts'

/** Far above any real amount: a backup must restore any row that the history may contain. */
const largestAmount = 1_000_000
const longestText = 1000

const Basis = (name: string) => z.enum(['source', 'derived'], `${name} must be source or derived`)
const maybe = <Value extends z.ZodMiniType>(value: Value) => z.optional(z.nullable(value))
const amount = (name: string) => maybe(amountOf(name, 0, largestAmount))

/**
 * One record of a backup: published names plus the other columns of the row. Only ticker, payment_date and an
 * amount are required; records of other programs are completed from the history.
 */
export const BackupRecord = z.object({
  ticker: z
    .string('ticker must be text')
    .check(z.regex(/^[A-Z]{1,5}$/, 'ticker must be 1 to 5 capital letters')),
  payment_date: calendarDay('payment_date'),
  payment_date_basis: z.optional(Basis('payment_date_basis')),
  ex_date: z.optional(calendarDay('ex_date')),
  ex_date_basis: z.optional(Basis('ex_date_basis')),
  actual_dividend: amount('actual_dividend'),
  /** On the share basis of its day; null if unknown. */
  actual_as_paid: amount('actual_as_paid'),
  /** Entered or approved by the operator; frozen estimates are not part of the history. */
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
      .string('sources must be text')
      .check(z.maxLength(longestText, `sources must not exceed ${longestText} characters`))
  )
})
export type BackupRecord = z.infer<typeof BackupRecord>

/** All columns, so that the row can be restored exactly. */
export function toBackupRecord(row: PaymentRow): Required<BackupRecord> {
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

const backupSource = 'backup'

/**
 * Completes a record to a row on today's share basis; `factor` is not 1 if a split since the backup has changed it. Our own
 * backups have all fields; missing ones are taken from the history at that payment date, otherwise from the other fields.
 * @param payments newest payments of the fund, ascending
 * @param exportedOn day of the backup; null if unknown
 */
export function completeRecord(
  record: BackupRecord,
  known: PaymentRow | undefined,
  {
    payments,
    splitHistory,
    exportedOn
  }: { payments: readonly Payment[]; splitHistory: SplitHistory; exportedOn: string | null }
): { row: PaymentRow; factor: number } {
  const { ticker: symbol, payment_date } = record
  const ex_date = record.ex_date ?? known?.ex_date ?? exDateFor(payment_date, payments)
  const isOwn = record.ex_date !== undefined
  const { actual_dividend = null, actual_as_paid: asPaid } = record
  const copy = { amount: actual_dividend, asPaid: asPaid ?? null, exDate: ex_date }
  const factor = factorToToday(copy, splitHistory.splits, exportedOn)
  // Rounded as rebaseFigures does, so that a row that it converted is the same.
  const toToday = (value: number | null = null) =>
    value === null || factor === 1 ? value : Math.round(value * (factor * 1e8)) / 1e8
  const amount = toToday(actual_dividend)
  const amounts = { amount, estimated_amount: toToday(record.estimated_dividend) }
  const row = {
    symbol,
    payment_date,
    payment_date_basis: record.payment_date_basis ?? known?.payment_date_basis ?? 'source',
    ex_date,
    ex_date_basis: record.ex_date_basis ?? (isOwn ? 'source' : (known?.ex_date_basis ?? 'derived')),
    ...amounts,
    amount_as_paid:
      asPaid !== undefined || amount === null
        ? (asPaid ?? null)
        : amountAsPaid(amount, ex_date, splitHistory),
    agreement: record.agreement ?? known?.agreement ?? 'single',
    sources: record.sources ?? known?.sources ?? backupSource,
    collection_date: record.collection_date ?? null,
    frequency: record.frequency ?? null,
    implied_volatility: record.implied_volatility ?? null,
    price: toToday(record.current_price),
    average_amount: toToday(record.average_dividend),
    // Recalculated, because the amounts in the backup may have been edited.
    accuracy_score: scoreRow(amounts)
  }
  return { row, factor }
}
