import type { Selectable } from 'kysely'
import type { PaymentKind } from '../contract/vocabulary.ts'
import type { EstimateResult } from '../estimator/estimator.ts'
import { compareText, daysBetween } from '../market-days/days.ts'
import { shortestGap } from '../market-days/frequency.ts'
import type { Payment } from '../market-days/types.ts'
import { paysSeveralAWeek, withKinds } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { type DeclaredPayment, findExpected } from '../payments/expected-payment.ts'
import { isSameAmount } from '../payments/same-payment.ts'
import type { EstimateTable } from '../platform/database/schema/estimates.ts'
import type { DeclaredPaymentTable, PaymentRow } from '../platform/database/schema/facts.ts'

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

/** Result for a fund that has no estimate, whatever its payments and prices say. */
export type UnestimatedFund = {
  status: 'payments-missing' | 'closed' | 'retired'
  symbol: string
  asOf: string
  message: string
}

export function toEstimateRow(result: EstimateResult | UnestimatedFund, provenance: Provenance): EstimateRow {
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

/** Columns of the quantiles that are not the amount or an end of its range, rounded as shown. */
export function toOuterQuantiles(
  quantiles: readonly number[]
): Record<'q05' | 'q25' | 'q75' | 'q95', number> {
  const at = (i: number): number => roundTo(4, quantiles[i] ?? Number.NaN)
  return { q05: at(0), q25: at(2), q75: at(4), q95: at(6) }
}

/** Whether pages show the two rows of a fund differently. Time and method version are not shown. */
export function isShownDifferently(before: EstimateRow | undefined, after: EstimateRow): boolean {
  if (before === undefined) return true
  return differs(before, after, ['made_at', 'method_version'])
}

/** Whether a row has another value than before in a column other than these. */
export function differs<Row extends object>(
  before: Row,
  after: Row,
  except: readonly (keyof Row)[]
): boolean {
  const columns = Object.keys(after) as (keyof Row)[]
  return columns.some((column) => !except.includes(column) && before[column] !== after[column])
}

/** A payment that the operator approved before it is paid. */
export type Expectation = Pick<PaymentRow, 'symbol' | 'ex_date' | 'payment_date' | 'collection_date'>

/**
 * Replaces the calculated days of a row with those that the operator approved. The amount does not change.
 */
export function withConfirmedDates(
  row: EstimateRow,
  expectations: readonly Expectation[],
  now: Date
): EstimateRow {
  if (row.next_ex_date === null) return row
  const nearest = findExpected(nextOf(row, row.next_ex_date), expectations)
  if (nearest === undefined) return row
  return {
    ...row,
    next_ex_date: nearest.ex_date,
    next_pay_date: nearest.payment_date,
    ...noDateRange,
    dates_confirmed_on: nearest.collection_date ?? now.toISOString().slice(0, 10)
  }
}

/** An announced payment; null for what isn't reported. */
export type AnnouncedPayment = Omit<DeclaredPaymentTable, 'symbol'>

type DatedAmount = { exDate: string; amount: number }

/** Whether two reports are of one payment: of one day, or of one amount on days that two sources may confuse. */
function isSamePayment(a: DatedAmount, b: DatedAmount, isFrequent: boolean): boolean {
  const shift = Math.abs(daysBetween(a.exDate, b.exDate))
  return shift === 0 || (!isFrequent && shift < shortestGap && isSameAmount(a.amount, b.amount))
}

/** An announced payment with its kind among all payments of its fund. */
export type KnownAhead = AnnouncedPayment & { kind: PaymentKind }

/** Payments announced for ex-dates after a row's day, stored or only declared, ascending by ex-date. */
export function announcedAfter(
  { as_of, source_name, made_at }: Pick<EstimateRow, 'as_of' | 'source_name' | 'made_at'>,
  payments: readonly Payment[],
  declared: readonly AnnouncedPayment[]
): KnownAhead[] {
  type Reported = Omit<AnnouncedPayment, 'ex_date'> & { exDate: string }
  const all = payments.map(
    ({ exDate, payDate: payment_date, amount }): Reported => ({
      exDate,
      payment_date,
      amount,
      declared_on: null,
      source_name,
      seen_on: made_at.slice(0, 10)
    })
  )
  const isFrequent = paysSeveralAWeek(payments)
  for (const { ex_date: exDate, ...rest } of declared)
    if (!all.some((other) => isSamePayment(other, { exDate, ...rest }, isFrequent)))
      all.push({ exDate, ...rest })
  all.sort((a, b) => compareText(a.exDate, b.exDate))
  return withKinds(all).flatMap(({ exDate: ex_date, ...payment }) =>
    ex_date > as_of ? [{ ex_date, ...payment }] : []
  )
}

/**
 * Adds the regular payment that the issuer declared to a row. Its days replace those that the operator approved, which
 * were only expected. The estimated amount does not change.
 */
export function withDeclared(
  row: EstimateRow,
  payments: readonly Payment[],
  declared: readonly AnnouncedPayment[]
): EstimateRow {
  const { next_ex_date, next_pay_date, dates_confirmed_on } = row
  if (next_ex_date === null) return row
  const announced = announcedAfter(row, payments, declared)
  const regular = announced.filter(({ kind }) => kind === 'regular')
  const payment = findExpected(nextOf(row, next_ex_date), regular)
  if (payment === undefined) return row
  const { ex_date, payment_date, amount, declared_on, source_name, seen_on } = payment
  const figures: DeclaredPayment = {
    amount,
    declaredOn: declared_on,
    sourceName: source_name,
    seenOn: seen_on
  }
  const expected = next_pay_date === null || next_pay_date < ex_date ? ex_date : next_pay_date
  const payDate = payment_date ?? expected
  const isAsApproved = next_ex_date === ex_date && next_pay_date === payDate
  return {
    ...row,
    declared: JSON.stringify(figures),
    next_ex_date: ex_date,
    next_pay_date: payDate,
    dates_confirmed_on: isAsApproved ? dates_confirmed_on : null,
    ...noDateRange
  }
}

function nextOf({ as_of: after, frequency }: EstimateRow, exDate: string) {
  return { after, exDate, frequency }
}
