import { closeAt } from '../../market-days/closes.ts'
import { daysBetween, formatLongDay } from '../../market-days/days.ts'
import { addSessions } from '../../market-days/market-calendar.ts'
import type { Close, IsoDay } from '../../market-days/types.ts'
import { daysPaidFor, latestPaidDays, usualPayments } from '../../market-days/usual-payments.ts'
import { countOf, dollars } from '../../numbers/format-numbers.ts'
import { median } from '../../numbers/statistics.ts'
import { findNeighbors, type GateFund, type Reported } from './payment-rhythm.ts'

/** Ratio in yield per day: 30 of 3,972 past payments differ by as much from the five before (`npm run backtest -- --checks`). */
const jump = 3
/** From this ratio on it may be a shifted decimal point, which repetition does not confirm. */
export const furthestLevel = 5
const minCompared = 3
/** Share of the price: the largest of 9,306 past payments was 15.6 % (XYLG at the end of 2024). */
const largestShare = 0.2
/** Nearly two: no fund's close moved by as much in a day without a split. */
const splitLikeMove = 1.8
/** Natural logarithm: a fund's payments differ by a third without any split. */
const splitSlack = 0.4

/** Sentence if the payment changed about as much as the price did within a day, as in a split; otherwise null. */
export function splitLikeness(fund: GateFund, { exDate, amount }: Reported): string | null {
  const latest = latestPaidDays(fund.payments, exDate)
  const last = latest.at(-1)
  if (last === undefined) return null
  const ratio = amount / median(latest.map((payment) => payment.amount))
  const move = largestMove(fund.closes, addSessions(last.exDate, -2), exDate)
  if (move === undefined || Math.max(move.ratio, 1 / move.ratio) < splitLikeMove) return null
  if (Math.abs(Math.log(move.ratio / ratio)) > splitSlack) return null
  return `The payment of ${fund.symbol} with ex-date ${formatLongDay(exDate)}, ${dollars(amount)}, is ${times(ratio)} the usual one, and its close went from ${move.from.close} to ${move.to.close} on ${formatLongDay(move.to.date)}: that looks like a split.`
}

/**
 * Sentence if the size is odd per day, so that the first weekly payment after monthly ones is compared with a
 * quarter of them, and a catch-up with the days it covers. First payments are compared with the price.
 */
export function oddSize(fund: GateFund, payment: Reported): string | null {
  const size = measure(fund, payment)
  if (size !== null) return isJump(size.ratio) ? size.sentence : null
  const share = yieldOf(fund, payment)
  return share === undefined || share < largestShare
    ? null
    : `The payment of ${fund.symbol} with ex-date ${formatLongDay(payment.exDate)}, ${dollars(payment.amount)}, is ${Math.round(100 * share)}% of its price; no fund has paid more than 16% at once.`
}

/** Ratio to the usual payment in yield per day; null with too few payments. */
export function timesUsual(fund: GateFund, payment: Reported): number | null {
  return measure(fund, payment)?.ratio ?? null
}

function measure(fund: GateFund, { exDate, amount }: Reported): { ratio: number; sentence: string } | null {
  const latest = latestPaidDays(fund.payments, exDate)
  const last = latest.at(-1)
  if (last === undefined || latest.length < minCompared) return null
  const days = daysSinceLast(fund, last.exDate, exDate)
  const toSize = (usual: number) => ({
    ratio: amount / usual,
    sentence: `${fund.symbol} usually pays about ${dollars(usual)} for ${countOf(days, 'day')}; ${dollars(amount)} is reported for the ex-date ${formatLongDay(exDate)}, ${times(amount / usual)} as much.`
  })
  const ownYield = yieldOf(fund, { exDate, amount })
  const yields = latest.flatMap((payment) => {
    const past = yieldOf(fund, payment)
    return past === undefined ? [] : [past / payment.days]
  })
  if (ownYield !== undefined && yields.length >= minCompared)
    return toSize((amount / ownYield) * median(yields) * days)
  return toSize(median(latest.map((payment) => payment.amount / payment.days)) * days)
}

/** Yield per day of a payment covering that many days; without prices, dollars per day. */
export function levelsOf(
  fund: GateFund,
  payments: readonly { exDate: IsoDay; amount: number; days: number }[]
): number[] {
  const yields = payments.flatMap((payment) => yieldOf(fund, payment) ?? [])
  const figures = yields.length === payments.length ? yields : payments.map(({ amount }) => amount)
  return figures.map((figure, i) => figure / (payments[i]?.days ?? 1))
}

/** Days covered since the last regular payment, quarantined ones included. */
function daysSinceLast(fund: GateFund, last: IsoDay, exDate: IsoDay): number {
  const past = usualPayments(fund.payments.filter((payment) => payment.exDate < exDate)).map(
    (payment) => payment.exDate
  )
  return daysPaidFor(daysBetween(findNeighbors(fund, past).findLast((day) => day < exDate) ?? last, exDate))
}

/** Uses the close two sessions before the ex-date, which the payment can't have lowered. */
function yieldOf({ closes }: GateFund, { exDate, amount }: Reported): number | undefined {
  const close = closeAt(closes, addSessions(exDate, -2))
  return close && amount / close.close
}

function largestMove(
  closes: readonly Close[],
  from: IsoDay,
  to: IsoDay
): { from: Close; to: Close; ratio: number } | undefined {
  const span = closes.filter(({ date }) => date >= from && date <= to)
  return span
    .slice(1)
    .map((close, i) => ({ from: span[i] ?? close, to: close, ratio: close.close / (span[i] ?? close).close }))
    .toSorted((a, b) => Math.abs(Math.log(a.ratio)) - Math.abs(Math.log(b.ratio)))
    .at(-1)
}

function isJump(ratio: number): boolean {
  return spread([ratio, 1]) >= jump
}

/** Ratio of the highest to the lowest level. */
export function spread(levels: readonly number[]): number {
  return Math.max(...levels) / Math.min(...levels)
}

/** '6.2 times', '0.12 times'. */
function times(ratio: number): string {
  return `${Number(ratio.toPrecision(2))} times`
}
