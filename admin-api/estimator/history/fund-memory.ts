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
  /** Log total return of the latest complete calendar week before that price day; see week-returns.ts. */
  weekReturn: number
  /** The close that week ended on, where there is one; dollars a share. */
  weekClose: number | undefined
  /** Days since the payment of the stream before; undefined for the first. */
  gapDays: number | undefined
  /** Of an unusual size, from which nothing is inferred. */
  oneOff: boolean
  /** Outside the stream of dates too; see isCrumb. */
  extra: boolean
}

/** What is known of one fund while the replay walks through time; payments ascend. */
export type FundMemory = { symbol: string; family: Family; payments: KnownPayment[] }

const tinyShare = 0.1
const largeMultiple = 2.5
const compared = 6
const fewestCompared = 3
const crumbGapDays = 5
const crumbShare = 0.01

/**
 * Adds a payment and marks it as a one-off where its yield a day is
 * - below a tenth (also a zero), or above two and a half times,
 * both the median of the six regular payments before and the latest of them.
 * Two such payments in a row on the same side are a new level, and both count as regular. Around the turn of
 * the year (20 December to 5 January) they stay one-offs: there funds hand out the year's left-over income.
 */
export function remember(
  memory: FundMemory,
  payment: Pick<KnownPayment, 'exDate' | 'amount' | 'price'> &
    Partial<Pick<KnownPayment, 'weekReturn' | 'weekClose'>>
): void {
  const before = memory.payments.findLast(({ extra }) => !extra)
  const gapDays = before ? daysBetween(before.exDate, payment.exDate) : undefined
  const extra = isCrumb(payment, before)
  const known: KnownPayment = {
    weekReturn: 0,
    weekClose: undefined,
    ...payment,
    gapDays,
    oneOff: extra || payment.amount <= 0,
    extra
  }
  if (!known.oneOff) {
    const regular = memory.payments.filter(({ oneOff }) => !oneOff)
    const rates = regular.slice(-compared).map(ratePerDay).filter(isNumber)
    const side = oddSide(known, rates)
    const confirmed = side !== 0 && before?.oneOff && before.amount > 0 && oddSide(before, rates) === side
    if (confirmed && !isTurnOfYear(payment.exDate)) before.oneOff = false
    else known.oneOff = side !== 0
  }
  memory.payments.push(known)
}

/**
 * Whether a payment is a left-over beside the usual stream, as many funds pay one on 30 December: under a tenth of
 * the one at most four days before, or under a hundredth of the one at most ten days before.
 */
export function isCrumb(
  payment: { exDate: IsoDay; amount: number },
  before: { exDate: IsoDay; amount: number } | undefined
): boolean {
  if (!before || payment.amount <= 0) return false
  const gapDays = daysBetween(before.exDate, payment.exDate)
  if (gapDays < crumbGapDays) return payment.amount < tinyShare * before.amount
  return periodOf(gapDays) === 'week' && payment.amount < crumbShare * before.amount
}

/** The payments that make up the usual stream of dates, crumbs left out. */
export function usualPayments<T extends { exDate: IsoDay; amount: number }>(payments: readonly T[]): T[] {
  const usual: T[] = []
  for (const payment of payments) if (!isCrumb(payment, usual.at(-1))) usual.push(payment)
  return usual
}

/** 1 for far above the usual rates (oldest first), -1 for far below, 0 for neither or with too little to tell. */
function oddSide(payment: KnownPayment, rates: readonly number[]): -1 | 0 | 1 {
  const rate = ratePerDay(payment)
  const latest = rates.at(-1)
  if (rate === undefined || latest === undefined || rates.length < fewestCompared) return 0
  const usual = median(rates)
  if (rate < tinyShare * Math.min(usual, latest)) return -1
  return rate > largeMultiple * Math.max(usual, latest) ? 1 : 0
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
export function scaleTo(payment: Pick<KnownPayment, 'gapDays'>, period: Period, days: number): number {
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
