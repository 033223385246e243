import * as z from 'zod/mini'
import { calendarDay } from './days.ts'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { amountOf, ConfirmPast, ConfirmUnusual, enumOf, Frequency, Pagination, pageFields } from './fields.ts'
import { Ticker } from './stock.ts'

/** Limits far above any distribution or price, so that typing errors are rejected. */
const largestAmount = 1000
const largestPrice = 100_000

/**
 * A payment as the operator sees it, identified by ticker and payment date. Days are YYYY-MM-DD, money is dollars a share
 * on today's share basis.
 */
export const HistoryRecord = z.object({
  ticker: z.string(),
  payment_date: z.string(),
  ex_date: z.string(),
  /** Null until it is paid. */
  actual_dividend: z.nullable(z.number()),
  estimated_dividend: z.nullable(z.number()),
  /** Origin of the estimate: approved by the operator, or from the frozen record. */
  estimate_origin: z.nullable(z.enum(['operator', 'live', 'replayed'])),
  frequency: Frequency,
  /** A fraction a year. */
  implied_volatility: z.nullable(z.number()),
  current_price: z.nullable(z.number()),
  average_dividend: z.nullable(z.number()),
  /** 0 to 1; also 0 without a score. */
  accuracy_score: z.number(),
  /** Day on which it entered the history; the approval day of an approved estimate. */
  collection_date: z.nullable(z.string())
})
export type HistoryRecord = z.infer<typeof HistoryRecord>

export const historySorts = [
  '-payment_date',
  'payment_date',
  'ticker',
  '-ticker',
  '-accuracy_score',
  'accuracy_score'
] as const
export type HistorySort = (typeof historySorts)[number]
const defaultHistoryLimit = 100

export const readHistory = defineEndpoint('admin', 'GET', '/api/admin/dividend-history', {
  input: z.object({
    ...pageFields({ maxLimit: 500, usualLimit: defaultHistoryLimit }),
    ticker: z.optional(Ticker),
    frequency: z.optional(Frequency),
    /** First and last payment date. */
    from: z.optional(calendarDay('from')),
    to: z.optional(calendarDay('to')),
    sort: z._default(enumOf('sort', historySorts), '-payment_date')
  }),
  output: z.object({ data: z.array(HistoryRecord), pagination: Pagination })
})

const optional = <Value extends z.ZodMiniType>(value: Value) => z._default(z.nullable(value), null)

/** An implied volatility above 5 is read as percent and divided by 100. */
const recordFields = {
  ticker: Ticker,
  payment_date: calendarDay('payment_date'),
  estimated_dividend: amountOf('estimated_dividend', 0, largestAmount),
  frequency: Frequency,
  actual_dividend: optional(amountOf('actual_dividend', 0, largestAmount)),
  implied_volatility: optional(amountOf('implied_volatility', 0, 1000)),
  current_price: optional(amountOf('current_price', 0, largestPrice)),
  average_dividend: optional(amountOf('average_dividend', 0, largestAmount)),
  collection_date: optional(calendarDay('collection_date')),
  confirm_unusual: ConfirmUnusual,
  confirm_past: ConfirmPast
}

export const addHistoryRecord = defineEndpoint('admin', 'POST', '/api/admin/dividend-history', {
  input: z.object(recordFields),
  output: z.object({ message: z.string(), record: HistoryRecord }),
  success: 201
})

export const updateHistoryRecord = defineEndpoint('admin', 'PUT', '/api/admin/dividend-history', {
  /** The record is identified by `original_payment_date`, or by payment_date if that did not change. */
  input: z.object({ ...recordFields, original_payment_date: optional(calendarDay('original_payment_date')) }),
  output: z.object({ message: z.string(), record: HistoryRecord })
})

export const deleteHistoryRecord = defineAction(
  'DELETE',
  '/api/admin/dividend-history/:ticker/:payment_date',
  { ticker: Ticker, payment_date: calendarDay('payment_date') }
)

/** Download that streams {"version", "exported_at", "data": [...]}. */
export const historyExportPath = '/api/admin/dividend-history/export'
export const backupVersion = '1'
export const largestBackup = { records: 100_000, bytes: 60 * 1024 * 1024 }
export const backupTooLarge =
  'The backup is larger than 60 MB. Restore a copy of the database file instead, with npm run restore.'

/** Records are validated one by one on the server, so that errors name the record and the field. */
export const importHistory = defineEndpoint('admin', 'POST', '/api/admin/dividend-history/import', {
  query: ['dry_run'],
  input: z.object({
    data: z.optional(z.unknown()),
    version: z.optional(z.unknown()),
    exported_at: z.optional(z.unknown()),
    dry_run: z.optional(z.unknown())
  }),
  output: z.union([
    z.object({ recordCount: z.number(), message: z.string() }),
    /** Answer to dry_run=1, which changes nothing. */
    z.object({
      added: z.number(),
      changed: z.number(),
      unchanged: z.number(),
      /** Records from before a split, which are restored on today's shares. */
      converted: z.optional(z.number())
    })
  ])
})

export const readTopAccuracy = defineEndpoint('admin', 'GET', '/api/admin/dividend-history/top-accuracy', {
  /** At most five funds with five or more scored payments, best first; from the live record if it has such funds. */
  output: z.object({
    origin: z.enum(['live', 'replayed']),
    rankings: z.array(z.object({ ticker: z.string(), avg_accuracy: z.number(), count: z.number() }))
  })
})
