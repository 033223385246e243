import type { PaymentKind } from '../contract/vocabulary.ts'
import { daysBetween } from '../market-days/days.ts'
import { isTurnOfYear } from '../market-days/ex-date-range.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { changeEarlier, kindAfter, type PaidSpan, paidUntil, spanOf } from '../market-days/usual-payments.ts'
import { mean, median } from '../numbers/statistics.ts'

/** A payment that has become known, with what rules need of it. */
type PastPayment = {
  exDate: IsoDay
  /** Dollars a share. */
  amount: number
  /** The close of its price day, if there is one; see priceDayOf. */
  price: number | undefined
  /** Log total return of the latest complete calendar week before that price day; see week-returns.ts. */
  weekReturn: number
  /** The last close of that week, if there is one; dollars a share. */
  weekClose: number | undefined
  /** Days since the last regular payment, quarantined ones included; undefined for the first. */
  gapDays: number | undefined
  /** Period and days that it covers; undefined for the first. */
  span: PaidSpan | undefined
  /** Payment of unusual size, or zero: no rule uses it. */
  isOneOff: boolean
  /** The date of a residual or special one does not count either. */
  kind: PaymentKind
}

/** A fund as known on a day of the walk through time; payments ascend. */
export type KnownFund = Pick<FundHistory, 'symbol' | 'family' | 'traits' | 'quarantinedDays'> & {
  payments: PastPayment[]
}

/** Days that a fund's first payment is assumed to cover. */
const firstPeriodDays = 28
const smallShare = 0.1
const largeMultiple = 2.5
/** Number of regular payments that a new one is compared with, and the minimum for a comparison. */
const compared = 6
const minCompared = 3

/**
 * Adds a payment in place and marks it as a one-off if it is zero, or if its yield a day is below a tenth or above two
 * and a half times of both the median of the six regular payments before it and the latest of them.
 *
 * Two such payments in a row on the same side are a new level, and both count as regular, except from December 20 to
 * January 5, when funds distribute the rest of the year's income.
 */
export function addPayment(
  fund: KnownFund,
  payment: Pick<PastPayment, 'exDate' | 'amount' | 'price'> &
    Partial<Pick<PastPayment, 'weekReturn' | 'weekClose'>>
): void {
  const { exDate } = payment
  const after = kindAfter(fund.payments, payment)
  const { kind } = after
  const replaced = after.before === 'regular' ? undefined : fund.payments.findLast(isRegular)
  if (replaced !== undefined) replaced.isOneOff = true
  changeEarlier(fund.payments, after)
  const before = fund.payments.findLast(isRegular)
  const gapDays = before
    ? daysBetween(paidUntil(before.exDate, fund.quarantinedDays, exDate), exDate)
    : undefined
  const known: PastPayment = {
    weekReturn: 0,
    weekClose: undefined,
    ...payment,
    gapDays,
    span: spanOf(gapDays, before?.gapDays),
    isOneOff: kind !== 'regular' || payment.amount <= 0,
    kind
  }
  if (!known.isOneOff) {
    const regular = fund.payments.filter(({ isOneOff }) => !isOneOff)
    const rates = regular.slice(-compared).flatMap((past) => ratePerDay(past) ?? [])
    if (fund.traits?.paysWeekly !== false && isFirstWeekly(known, rates)) known.span = weekly
    const side = sideOfUsual(known, rates)
    const isNewLevel =
      side !== 0 && before?.isOneOff && before.amount > 0 && sideOfUsual(before, rates) === side
    if (isNewLevel && !isTurnOfYear(exDate)) before.isOneOff = false
    else known.isOneOff = side !== 0
  }
  fund.payments.push(known)
}

export function isRegular({ kind }: { kind: PaymentKind }): boolean {
  return kind === 'regular'
}

const weekly: PaidSpan = { period: 'week', days: 7 }
/** Factors on the usual rate a day: a payment below the first for its gap, and near it for a week, is a weekly one. */
const farBelow = 0.5
const nearUsual = 1.6

/**
 * Whether a payment after a month or more is the first one of a fund that pays weekly now: its amount is far too small
 * for the gap and right for a week, as of AIPI and FEPI on May 27, 2026, 35 days after their last monthly payments. Only
 * in families that pay weekly: Kurv cut a monthly payment to a quarter.
 */
function isFirstWeekly({ span, ...payment }: PastPayment, rates: readonly number[]): boolean {
  if (span?.period !== 'month' || rates.length < minCompared) return false
  const usual = median(rates)
  const [ofGap, ofWeek] = [ratePerDay({ ...payment, span }), ratePerDay({ ...payment, span: weekly })]
  if (ofGap === undefined || ofWeek === undefined || ofGap > farBelow * usual) return false
  return ofWeek < nearUsual * usual && ofWeek > usual / nearUsual
}

/** 1 for far above the usual rates (oldest first), -1 for far below, 0 for neither or with too few rates. */
function sideOfUsual(payment: PastPayment, rates: readonly number[]): -1 | 0 | 1 {
  const rate = ratePerDay(payment)
  const latest = rates.at(-1)
  if (rate === undefined || latest === undefined || rates.length < minCompared) return 0
  const usual = median(rates)
  if (rate < smallShare * Math.min(usual, latest)) return -1
  return rate > largeMultiple * Math.max(usual, latest) ? 1 : 0
}

/** Yield a day; undefined without a price. */
function ratePerDay({
  amount,
  price,
  span
}: Pick<PastPayment, 'amount' | 'price' | 'span'>): number | undefined {
  return price === undefined ? undefined : amount / price / (span?.days ?? firstPeriodDays)
}

/** Mean weekly yield of the funds' latest payments with an ex-date from `since` on; undefined without any. */
export function meanLatestYield(funds: readonly KnownFund[], since: IsoDay): number | undefined {
  const yields = funds.flatMap(({ payments }) => {
    const latest = payments.findLast(({ isOneOff }) => !isOneOff)
    if (!latest?.price || latest.exDate < since) return []
    return [
      (latest.amount / latest.price) * (7 / (latest.gapDays && latest.gapDays > 10 ? latest.gapDays : 7))
    ]
  })
  return yields.length === 0 ? undefined : mean(yields)
}
