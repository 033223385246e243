import { closeAt, countUpTo } from '../market-days/closes.ts'
import { addDays, earlierOf, mondayOf } from '../market-days/days.ts'
import { addSessions } from '../market-days/market-calendar.ts'
import type { Close, FamilyTraits, IsoDay } from '../market-days/types.ts'

type Paid = readonly { exDate: IsoDay; amount: number }[]

/**
 * Log total returns of the latest complete calendar weeks, newest first: ln((Friday's close + distributions of the week)
 * / the previous Friday's close). If a Friday is closed, the latest close before it counts. A week without prices counts
 * as 0.
 *
 * A week is complete at the close of its last session, so that the estimates of a weekend know it.
 * @param cutoff see weekCutoff
 */
export function weekReturns(
  closes: readonly Close[],
  payments: Paid,
  cutoff: IsoDay,
  weeks: number
): number[] {
  const latestFriday = lastCompleteFriday(cutoff)
  return Array.from({ length: weeks }, (_, back) => {
    const friday = addDays(latestFriday, -7 * back)
    return totalReturn(closes, payments, addDays(friday, -7), friday) ?? 0
  })
}

/** The last close of the latest complete calendar week; dollars a share. */
export function weekClose(closes: readonly Close[], cutoff: IsoDay): number | undefined {
  return closeAt(closes, lastCompleteFriday(cutoff))?.close
}

const minReturns = 4

/** Root mean square of the daily log total returns of the last two complete calendar weeks; 0 with fewer than four. */
export function dailyVolatility(closes: readonly Close[], payments: Paid, cutoff: IsoDay): number {
  const end = lastCompleteFriday(cutoff)
  const start = addDays(end, -14)
  let [squares, count] = [0, 0]
  for (let i = countUpTo(closes, end) - 1; i > 0; i -= 1) {
    const [before, close] = [closes[i - 1], closes[i]]
    if (!before || !close || before.date < start) break
    squares += Math.log((close.close + paidBetween(payments, before.date, close.date)) / before.close) ** 2
    count += 1
  }
  return count < minReturns ? 0 : Math.sqrt(squares / count)
}

/** About two months of sessions, and the fewest for a figure. */
const monthsSessions = 42
const minSessions = 10

/**
 * Root mean square of the daily log price returns of the last 42 sessions up to `day`, without ex-dates, on which a part
 * of the price is paid out; undefined with fewer than ten, or for a price that never moved.
 */
export function sessionVolatility(
  closes: readonly Close[],
  exDates: ReadonlySet<IsoDay>,
  day: IsoDay
): number | undefined {
  let [squares, count] = [0, 0]
  for (let i = countUpTo(closes, day) - 1; i > 0 && count < monthsSessions; i -= 1) {
    const [before, close] = [closes[i - 1], closes[i]]
    if (!before || !close || exDates.has(close.date)) continue
    squares += Math.log(close.close / before.close) ** 2
    count += 1
  }
  return count < minSessions || squares === 0 ? undefined : Math.sqrt(squares / count)
}

/** Friday of the latest calendar week without a session after the close of `day`. */
export function lastCompleteFriday(day: IsoDay): IsoDay {
  const friday = addDays(mondayOf(day), 4)
  return addSessions(day, 1) > friday ? friday : addDays(friday, -7)
}

/**
 * The day up to which a payment's weeks count: its cutoff. WeeklyPay goes ex on Mondays and sets its payments before the
 * week before that has ended, so at the latest on Wednesday of that week, which no holiday ends: the same for an ex-date that a bank holiday moved to
 * Tuesday, and for TOPW, which always goes ex on the day after the funds it holds.
 */
export function weekCutoff(exDate: IsoDay, cutoff: IsoDay, traits: FamilyTraits | undefined): IsoDay {
  return traits?.rules.includes(setBeforeWeekEnd) === true
    ? earlierOf(cutoff, addDays(mondayOf(exDate), -5))
    : cutoff
}

/** Rule of the family whose payments are set before the week has ended. */
const setBeforeWeekEnd = 'week-gain'

function totalReturn(closes: readonly Close[], payments: Paid, from: IsoDay, to: IsoDay): number | undefined {
  const [end, start] = [closeAt(closes, to), closeAt(closes, from)]
  return end && start ? Math.log((end.close + paidBetween(payments, from, to)) / start.close) : undefined
}

/** Distributions with an ex-date after `after`, up to and including `to`; dollars a share. */
export function paidBetween(payments: Paid, after: IsoDay, to: IsoDay): number {
  let paid = 0
  for (let i = payments.length - 1; i >= 0; i -= 1) {
    const payment = payments[i]
    if (!payment || payment.exDate <= after) break
    if (payment.exDate <= to) paid += payment.amount
  }
  return paid
}
