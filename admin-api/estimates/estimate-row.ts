import type { Selectable } from 'kysely'
import type { EstimateResult } from '../estimator/estimator.ts'
import { type DeclaredPayment, findDeclaredFor, findNearestTo } from '../payments/expected-payment.ts'
import type { EstimateTable } from '../platform/database/schema/estimates.ts'
import type { DeclaredPaymentTable, PaymentRow } from '../platform/database/schema/facts.ts'
import { toOuterQuantiles } from './frozen-rows.ts'

export type EstimateRow = Selectable<EstimateTable>

export type Provenance = Pick<EstimateRow, 'source_name' | 'history_digest' | 'method_version' | 'made_at'>

/** Columns that are empty for a fund without an estimate. */
const noFigures = {
  amount: null,
  low: null,
  high: null,
  q05: null,
  q25: null,
  q75: null,
  q95: null,
  rule: null,
  frequency: null,
  next_ex_date: null,
  next_pay_date: null,
  ex_date_first: null,
  ex_date_last: null,
  dates_confirmed_on: null,
  price: null,
  price_date: null,
  latest_amount: null,
  latest_ex_date: null,
  average_amount: null,
  volatility: null,
  volatility_source: null,
  k_factor: null,
  weight: null,
  reasons: null,
  one_offs: null,
  declared: null
} as const

/** Approved and declared days are exact, not a range. */
const noDateRange = { ex_date_first: null, ex_date_last: null } as const

/** Result for a fund that is closed or retired. */
export type ClosedFund = { status: 'closed' | 'retired'; symbol: string; asOf: string; message: string }

export function toEstimateRow(result: EstimateResult | ClosedFund, provenance: Provenance): EstimateRow {
  const { symbol, status, asOf: as_of } = result
  if (status !== 'estimated') {
    return { symbol, status, as_of, message: result.message, ...noFigures, ...provenance }
  }
  return {
    symbol,
    status,
    as_of,
    message: null,
    amount: result.amount,
    low: result.low,
    high: result.high,
    ...toOuterQuantiles(result.quantiles),
    rule: result.rule,
    frequency: result.frequency,
    next_ex_date: result.nextExDate,
    next_pay_date: result.nextPayDate,
    ex_date_first: result.exDateRange?.first ?? null,
    ex_date_last: result.exDateRange?.last ?? null,
    dates_confirmed_on: null,
    price: result.price,
    price_date: result.priceDate,
    latest_amount: result.latestAmount,
    latest_ex_date: result.latestExDate,
    average_amount: result.averageAmount,
    volatility: result.volatility,
    volatility_source: result.volatilitySource,
    k_factor: result.kFactor,
    weight: result.weight,
    reasons: JSON.stringify(result.reasons),
    one_offs: result.oneOffs,
    declared: null,
    ...provenance
  }
}

/** Whether pages show the two rows of a fund differently. Time and method version are not shown. */
export function isShownDifferently(before: EstimateRow | undefined, after: EstimateRow): boolean {
  if (before === undefined) return true
  const notShown = { made_at: '', method_version: '' }
  const columns = Object.keys(after) as (keyof EstimateRow)[]
  const [old, fresh] = [
    { ...before, ...notShown },
    { ...after, ...notShown }
  ]
  return columns.some((column) => old[column] !== fresh[column])
}

/** A payment that the operator approved before it is paid. */
export type Expectation = Pick<PaymentRow, 'symbol' | 'ex_date' | 'payment_date' | 'collection_date'>

/**
 * Replaces the calculated days of a row with those that the operator approved. The amount does not change, and neither
 * does the track record, whose key is the calculated day.
 */
export function withConfirmedDates(
  row: EstimateRow,
  expectations: readonly Expectation[],
  now: Date
): EstimateRow {
  const { as_of, next_ex_date } = row
  if (next_ex_date === null) return row
  const coming = expectations.filter(({ ex_date }) => ex_date > as_of)
  const nearest = findNearestTo(next_ex_date, coming, ({ ex_date }) => ex_date)
  if (nearest === undefined) return row
  return {
    ...row,
    next_ex_date: nearest.ex_date,
    next_pay_date: nearest.payment_date,
    ...noDateRange,
    dates_confirmed_on: nearest.collection_date ?? now.toISOString().slice(0, 10)
  }
}

/**
 * Adds the payment that the issuer declared to a row, and its days unless the operator approved others. The estimated
 * amount and the track record do not change.
 */
export function withDeclared(row: EstimateRow, payments: readonly DeclaredPaymentTable[]): EstimateRow {
  const { as_of, next_ex_date, next_pay_date, dates_confirmed_on } = row
  if (next_ex_date === null) return row
  const found = findDeclaredFor({ as_of, next_ex_date }, payments)
  if (found === undefined) return row
  const declared: DeclaredPayment = {
    amount: found.amount,
    declaredOn: found.declared_on,
    sourceName: found.source_name,
    seenOn: found.seen_on
  }
  if (dates_confirmed_on !== null) return { ...row, declared: JSON.stringify(declared) }
  const { ex_date, payment_date } = found
  const expected = next_pay_date === null || next_pay_date < ex_date ? ex_date : next_pay_date
  return {
    ...row,
    declared: JSON.stringify(declared),
    next_ex_date: ex_date,
    next_pay_date: payment_date ?? expected,
    ...noDateRange
  }
}
