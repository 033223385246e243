import { mean, median } from '../../numbers/averages.ts'
import { daysPaidFor } from '../../market-days/paid-days.ts'
import { isResidualPayment, paidUntil } from '../../market-days/usual-payments.ts'
import { daysBetween } from '../../market-days/days.ts'
import type { FundHistory, IsoDay } from '../../market-days/types.ts'

/** A past payment as an estimate of a later one may use it. */
type KnownPayment = {
  exDate: IsoDay
  /** Dollars a share. */
  amount: number
  /** The close two sessions before the ex-date, where there is one. */
  price: number | undefined
  /** Log total return of the latest complete calendar week before that price day; see week-returns.ts. */
  weekReturn: number
  /** The close that week ended on, where there is one; dollars a share. */
  weekClose: number | undefined
  /** Days since the payment before that was no residual, one that waits to be checked too; undefined for the first. */
  gapDays: number | undefined
  /** Of an unusual size (or zero): no rule uses it. */
  isOneOff: boolean
  /** A residual payment beside the regular ones: its date doesn't count either. See isResidualPayment. */
  isResidual: boolean
}

/** What is known of one fund on a day of the walk through time; payments ascend. */
export type FundState = Pick<FundHistory, 'symbol' | 'family' | 'waitingDays'> & { payments: KnownPayment[] }

/** What the first payment of a fund is taken to stand for. */
const aMonth = 28
const smallShare = 0.1
const largeMultiple = 2.5
/** How many regular payments a new one is compared with, and how many it takes to compare at all. */
const compared = 6
const fewestCompared = 3

/**
 * Adds a payment in place and marks it as a one-off where its yield a day is
 * - below a tenth (also a zero), or above two and a half times,
 * both the median of the six regular payments before and the latest of them.
 * Two such payments in a row on the same side are a new level, and both count as regular. Around the turn of
 * the year (20 December to 5 January) they stay one-offs: funds then pay out what is left of the year's income.
 */
export function addPayment(
  state: FundState,
  payment: Pick<KnownPayment, 'exDate' | 'amount' | 'price'> &
    Partial<Pick<KnownPayment, 'weekReturn' | 'weekClose'>>
): void {
  const before = state.payments.findLast(({ isResidual }) => !isResidual)
  const { exDate } = payment
  const gapDays = before
    ? daysBetween(paidUntil(before.exDate, state.waitingDays, exDate), exDate)
    : undefined
  const isResidual = isResidualPayment(payment, before)
  const known: KnownPayment = {
    weekReturn: 0,
    weekClose: undefined,
    ...payment,
    gapDays,
    isOneOff: isResidual || payment.amount <= 0,
    isResidual
  }
  if (!known.isOneOff) {
    const regular = state.payments.filter(({ isOneOff }) => !isOneOff)
    const rates = regular.slice(-compared).map(ratePerDay).filter(isNumber)
    const side = sideOfUsual(known, rates)
    const isNewLevel =
      side !== 0 && before?.isOneOff && before.amount > 0 && sideOfUsual(before, rates) === side
    if (isNewLevel && !isTurnOfYear(exDate)) before.isOneOff = false
    else known.isOneOff = side !== 0
  }
  state.payments.push(known)
}

/** 1 for far above the usual rates (oldest first), -1 for far below, 0 for neither or with too few rates. */
function sideOfUsual(payment: KnownPayment, rates: readonly number[]): -1 | 0 | 1 {
  const rate = ratePerDay(payment)
  const latest = rates.at(-1)
  if (rate === undefined || latest === undefined || rates.length < fewestCompared) return 0
  const usual = median(rates)
  if (rate < smallShare * Math.min(usual, latest)) return -1
  return rate > largeMultiple * Math.max(usual, latest) ? 1 : 0
}

function isTurnOfYear(day: IsoDay): boolean {
  const monthDay = day.slice(5)
  return monthDay >= '12-20' || monthDay <= '01-05'
}

/** Yield a day, or undefined without a price. */
function ratePerDay({ amount, price, gapDays }: KnownPayment): number | undefined {
  if (price === undefined) return undefined
  return amount / price / (gapDays === undefined ? aMonth : daysPaidFor(gapDays))
}

function isNumber(value: number | undefined): value is number {
  return value !== undefined
}

/** Mean yield of the funds' latest payments with an ex-date from `since` on; undefined when there is none. */
export function meanLatestYield(states: readonly FundState[], since: IsoDay): number | undefined {
  const yields = states.flatMap(({ payments }) => {
    const latest = payments.findLast(({ isOneOff }) => !isOneOff)
    if (!latest?.price || latest.exDate < since) return []
    return [
      (latest.amount / latest.price) * (7 / (latest.gapDays && latest.gapDays > 10 ? latest.gapDays : 7))
    ]
  })
  return yields.length === 0 ? undefined : mean(yields)
}
