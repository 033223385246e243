import { type BacktestedPayment, type EstimateResult, methodVersion } from '../estimator/estimator.ts'
import { closeAt, priceDayOf } from '../market-days/closes.ts'
import { daysBetween } from '../market-days/days.ts'
import { isBeforeSession } from '../market-days/sessions.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { paidUntil, scaleTo, spanOf, usualPayments } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { accuracyScore } from '../payments/payment-row.ts'
import type { FrozenEstimate } from './estimate-record.db.ts'

/**
 * Converts a current estimate to a row of the record. Null if there is no estimate, if the session of its ex-date has
 * opened (an old data set estimates past days), or if the payment is known already.
 */
export function toLiveRow(result: EstimateResult, fund: FundHistory, now: Date): FrozenEstimate | null {
  if (result.status !== 'estimated') return null
  const { symbol, nextExDate: ex_date } = result
  if (!isBeforeSession(now, ex_date) || fund.payments.some(({ exDate }) => exDate >= ex_date)) return null
  return {
    symbol,
    ex_date,
    origin: 'live',
    as_of: result.asOf,
    family: fund.family,
    made_at: now.toISOString(),
    method_version: methodVersion,
    rule: result.rule,
    amount: result.amount,
    low: result.low,
    high: result.high,
    ...toOuterQuantiles(result.quantiles),
    price: result.price,
    price_date: result.priceDate,
    baseline_last_yield: roundBaseline(lastYieldEstimate(fund, ex_date, result.price))
  }
}

/** Converts a backtested estimate, rounded as it would have been shown; null without the price it needs. */
export function toBacktestedRow(
  backtested: BacktestedPayment,
  fund: FundHistory,
  now: Date
): FrozenEstimate | null {
  const { symbol, exDate, estimate, actual } = backtested
  const as_of = priceDayOf(exDate, fund.traits)
  const close = closeAt(fund.closes, as_of)
  if (close === undefined) return null
  const amount = roundTo(4, estimate)
  return {
    symbol,
    ex_date: exDate,
    origin: 'replayed',
    as_of,
    family: fund.family,
    made_at: now.toISOString(),
    method_version: methodVersion,
    rule: backtested.rule,
    amount,
    low: Math.min(amount, roundTo(4, backtested.low)),
    high: Math.max(amount, roundTo(4, backtested.high)),
    ...toOuterQuantiles(backtested.quantiles),
    price: close.close,
    price_date: close.date,
    baseline_last_yield: roundBaseline(lastYieldEstimate(fund, exDate, close.close)),
    paid_ex_date: exDate,
    paid_amount: actual,
    actual,
    accuracy_score: accuracyScore(amount, actual),
    scored_at: now.toISOString()
  }
}

/** Columns of the quantiles that are not the amount or an end of its range, rounded as shown. */
export function toOuterQuantiles(
  quantiles: readonly number[]
): Record<'q05' | 'q25' | 'q75' | 'q95', number> {
  const at = (i: number): number => roundTo(4, quantiles[i] ?? Number.NaN)
  return { q05: at(0), q25: at(2), q75: at(4), q95: at(6) }
}

type QuantileColumns = Record<'amount' | 'low' | 'high', number> &
  Record<'q05' | 'q25' | 'q75' | 'q95', number | null>

/** Quantiles of a row at quantileLevels, ascending; null for an estimate of a method before 6, which had none. */
export function quantilesOfRow({ q05, low, q25, amount, q75, high, q95 }: QuantileColumns): number[] | null {
  if (q05 === null || q25 === null || q75 === null || q95 === null) return null
  return [q05, low, q25, amount, q75, high, q95]
}

function roundBaseline(amount: number | null): number | null {
  return amount === null ? null : roundTo(4, amount)
}

/**
 * Naive baseline that our estimates must beat: the yield of the last usual payment times the price, in dollars a share.
 * The yield is the payment over the close of its price day (priceDayOf). A payment for another period (a catch-up
 * after a change of frequency) is scaled by days, as in our own estimates. Null without a last payment or its price.
 */
export function lastYieldEstimate(
  {
    traits,
    payments,
    closes,
    quarantinedDays
  }: Pick<FundHistory, 'traits' | 'payments' | 'closes' | 'quarantinedDays'>,
  exDate: IsoDay,
  price: number
): number | null {
  const usual = usualPayments(payments.filter((payment) => payment.exDate < exDate))
  const [last, ...before] = usual.toReversed().slice(0, 3)
  if (last === undefined) return null
  const close = closeAt(closes, priceDayOf(last.exDate, traits))
  if (close === undefined) return null
  const days = daysBetween(paidUntil(last.exDate, quarantinedDays, exDate), exDate)
  const [gapDays, gapBefore] = before.map(({ exDate: from }, i) => {
    const to = before[i - 1]?.exDate ?? last.exDate
    return daysBetween(paidUntil(from, quarantinedDays, to), to)
  })
  const coming = spanOf(days, gapDays)
  const scale = coming?.period === undefined ? 1 : scaleTo(spanOf(gapDays, gapBefore), coming)
  return ((last.amount * scale) / close.close) * price
}
