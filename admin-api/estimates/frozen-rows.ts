import { type BacktestedPayment, methodVersion } from '../estimator/estimator.ts'
import { closeAt, priceDayOf } from '../market-days/closes.ts'
import { daysBetween } from '../market-days/days.ts'
import { isBeforeSession } from '../market-days/sessions.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { paidUntil, scaleTo, spanOf, usualPayments } from '../market-days/usual-payments.ts'
import { roundTo } from '../numbers/format-numbers.ts'
import { accuracyScore } from '../payments/payment-row.ts'
import type { FrozenEstimate } from './estimate-record.db.ts'
import { type EstimateRow, toOuterQuantiles } from './estimate-row.ts'

/**
 * Converts an estimate as the site shows it, ex-date included, to a row of the record. Null if there is no estimate, if the
 * session of its ex-date has opened (an old data set estimates past days), or if the payment is known already.
 */
export function toLiveRow(shown: EstimateRow, fund: FundHistory, now: Date): FrozenEstimate | null {
  const { symbol, as_of, method_version, next_ex_date: ex_date, rule, amount, low, high } = shown
  const { q05, q25, q75, q95, price, price_date } = shown
  if (ex_date === null || amount === null || low === null || high === null) return null
  if (rule === null || price === null || price_date === null) return null
  if (!isBeforeSession(now, ex_date) || usualPayments(fund.payments).some(({ exDate }) => exDate >= ex_date))
    return null
  return {
    symbol,
    ex_date,
    origin: 'live',
    as_of,
    family: fund.family,
    made_at: now.toISOString(),
    method_version,
    rule,
    amount,
    low,
    high,
    q05,
    q25,
    q75,
    q95,
    price,
    price_date,
    baseline_last_yield: roundBaseline(lastYieldEstimate(fund, ex_date, price))
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
