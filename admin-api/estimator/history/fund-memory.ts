import { mean, median } from '../numbers/averages.ts'
import { type Period, periodOf } from '../schedule/cadence.ts'
import { daysBetween } from '../schedule/days.ts'
import type { Family, IsoDay } from '../types.ts'

/** A past payment as an estimate of a later one may use it. */
export type KnownPayment = {
  exDate: IsoDay
  /** Dollars a share. */
  amount: number
  /** The close two sessions before the ex-date, where there is one. */
  price: number | undefined
  /** Days since the payment of the stream before; undefined for the first. */
  gapDays: number | undefined
  /** Of an unusual size, from which nothing is inferred. */
  oneOff: boolean
  /** Outside the stream of dates too: a crumb a few days after a usual payment. */
  extra: boolean
}

/** What is known of one fund while the replay walks through time; payments ascend. */
export type FundMemory = { symbol: string; family: Family; payments: KnownPayment[] }

const tinyShare = 0.1
const largeMultiple = 2.5
const compared = 6
const crumbGapDays = 5

/**
 * Adds a payment and marks it as a one-off where its yield a day is
 * - below a tenth of the median of the six regular payments before (also a zero), or
 * - above two and a half times that median.
 * Two such payments in a row on the same side are a new level, and both count as regular. Around the turn of
 * the year (20 December to 5 January) they stay one-offs: there funds hand out the year's left-over income.
 */
export function remember(
  memory: FundMemory,
  payment: { exDate: IsoDay; amount: number; price: number | undefined }
): void {
  const regular = memory.payments.filter(({ oneOff }) => !oneOff)
  const before = memory.payments.findLast(({ extra }) => !extra)
  const gapDays = before ? daysBetween(before.exDate, payment.exDate) : undefined
  const extra = isCrumb(payment, before)
  const known: KnownPayment = { ...payment, gapDays, oneOff: extra || payment.amount <= 0, extra }
  const previous = memory.payments.at(-1)
  const rates = regular.slice(-compared).map(ratePerDay).filter(isNumber)
  const rate = ratePerDay(known)
  if (rates.length >= 3 && rate !== undefined && !known.oneOff) {
    const side = oddSide(rate, median(rates))
    if (side !== 0) {
      const previousRate = previous?.oneOff ? ratePerDay(previous) : undefined
      const again = previousRate !== undefined && oddSide(previousRate, median(rates)) === side
      if (again && previous && !isTurnOfYear(payment.exDate)) previous.oneOff = false
      else known.oneOff = true
    }
  }
  memory.payments.push(known)
}

/** Whether a payment is a left-over beside the usual stream: under a tenth of the one at most four days before. */
export function isCrumb(
  payment: { exDate: IsoDay; amount: number },
  before: { exDate: IsoDay; amount: number } | undefined
): boolean {
  if (!before || payment.amount <= 0) return false
  return (
    payment.amount < tinyShare * before.amount && daysBetween(before.exDate, payment.exDate) < crumbGapDays
  )
}

/** The payments that make up the usual stream of dates, crumbs left out. */
export function usualPayments<T extends { exDate: IsoDay; amount: number }>(payments: readonly T[]): T[] {
  const usual: T[] = []
  for (const payment of payments) if (!isCrumb(payment, usual.at(-1))) usual.push(payment)
  return usual
}

/** 1 for far above the usual rate, -1 for far below, 0 for neither. */
function oddSide(rate: number, usual: number): -1 | 0 | 1 {
  if (rate < tinyShare * usual) return -1
  return rate > largeMultiple * usual ? 1 : 0
}

function isTurnOfYear(day: IsoDay): boolean {
  const monthDay = day.slice(5)
  return monthDay >= '12-20' || monthDay <= '01-05'
}

/** Yield a day, or undefined without a price. */
function ratePerDay({ amount, price, gapDays }: KnownPayment): number | undefined {
  if (price === undefined) return undefined
  const period = gapDays === undefined ? undefined : periodOf(gapDays)
  return amount / price / (period === 'week' ? 7 : (gapDays ?? 28))
}

/**
 * What to multiply an amount by so that it stands for the coming period: 1 within the same period, else days
 * over days. So a catch-up after 21 days counts a third towards a weekly payment.
 */
export function scaleTo(payment: KnownPayment, period: Period, days: number): number {
  if (payment.gapDays === undefined || periodOf(payment.gapDays) === period) return 1
  return days / payment.gapDays
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined
}

/** Mean yield of the funds' latest payments with an ex-date from `since` on; undefined when there is none. */
export function meanLatestYield(memories: readonly FundMemory[], since: IsoDay): number | undefined {
  const yields = memories.flatMap(({ payments }) => {
    const latest = payments.findLast(({ oneOff }) => !oneOff)
    if (!latest?.price || latest.exDate < since) return []
    return [
      (latest.amount / latest.price) * (7 / (latest.gapDays && latest.gapDays > 10 ? latest.gapDays : 7))
    ]
  })
  return yields.length === 0 ? undefined : mean(yields)
}
