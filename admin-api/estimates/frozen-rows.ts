import type { FrozenEstimate } from './estimate-record.db.ts'
import { accuracyScore } from '../payments/accuracy-score.ts'
import { closeAt } from '../market-days/closes.ts'
import { roundTo } from '../numbers/rounding.ts'
import { priceDayOf } from '../market-days/price-day.ts'
import { isBeforeSession } from '../market-days/session-open.ts'
import type { FundHistory } from '../market-days/types.ts'
import { type EstimateResult, methodVersion, type ReplayedPayment } from '../estimator/estimator.ts'
import { lastYieldEstimate } from './last-yield-estimate.ts'

/**
 * A current estimate as it goes into the record. Null where it can't: there is none, the session of its ex-date
 * has opened by the clock (an old data set estimates days that are long past), or the payment is known already.
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
    price: result.price,
    price_date: result.priceDate,
    baseline_last_yield: roundBaseline(lastYieldEstimate(fund, ex_date, result.price))
  }
}

/** A replayed estimate, rounded as it would have been shown; null without the price it was made from. */
export function toReplayedRow(
  replayed: ReplayedPayment,
  fund: FundHistory,
  now: Date
): FrozenEstimate | null {
  const { symbol, exDate, estimate, actual } = replayed
  const as_of = priceDayOf(exDate)
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
    rule: replayed.rule,
    amount,
    low: Math.min(amount, roundTo(4, replayed.low)),
    high: Math.max(amount, roundTo(4, replayed.high)),
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

function roundBaseline(amount: number | null): number | null {
  return amount === null ? null : roundTo(4, amount)
}
