import { median } from '../numbers/averages.ts'
import { closeAt } from '../market-days/closes.ts'
import { paidUntil, scaleTo } from '../market-days/usual-payments.ts'
import { type Period, periodOf } from '../market-days/cadence.ts'
import { daysBetween } from '../market-days/days.ts'
import type { Close, IsoDay } from '../market-days/types.ts'
import type { Family } from '../contract/vocabulary.ts'
import type { FundState } from './history/fund-state.ts'
import { weekClose, weekReturns, weekSwing } from './history/week-returns.ts'

/**
 * All that a rule may use to forecast one payment. The lists ascend by ex-date, and their items belong to the same
 * past payments: those with a price that are no one-offs.
 */
export type PaymentFeatures = {
  symbol: string
  family: Family
  /** The ex-date of the coming payment. */
  exDate: IsoDay
  /** The day of the newest fact. */
  cutoff: IsoDay
  /** Dollars a share: the latest close at or before two sessions before the coming ex-date. */
  price: number
  priceDate: IsoDay
  period: Period
  /** Days the coming payment stands for: a week, or those since the payment before. */
  days: number
  /** Past amounts in dollars a share, scaled to the coming period. */
  amounts: readonly number[]
  /** ln(amount / price two sessions before its ex-date), scaled alike. */
  logYields: readonly number[]
  /** The prices in those yields. */
  prices: readonly number[]
  /** Log total returns of the last two complete calendar weeks, newest first. */
  weekReturns: readonly number[]
  /** The latest complete week's return as it was known before each past payment. */
  pastWeekReturns: readonly number[]
  /** The last close of the latest complete week; dollars a share. */
  weekClose: number | undefined
  /** The same before each past payment. */
  pastWeekCloses: readonly (number | undefined)[]
  /** Root mean square of the daily log total returns of the last two complete weeks. */
  swing: number
  /** Every fund by symbol, as known at the cutoff. */
  funds: ReadonlyMap<string, FundState>
}

/** Fewer payments than this don't show how a fund pays. */
export const fewestPayments = 3

/** Older payments are left out: about a year of weekly ones is enough for every rule. */
const mostPayments = 60

/** What was known before the payment of `exDate`; undefined without a price or with too few payments. */
export function computeFeatures(
  funds: ReadonlyMap<string, FundState>,
  fund: FundState,
  exDate: IsoDay,
  cutoff: IsoDay,
  closes: readonly Close[]
): PaymentFeatures | undefined {
  const close = closeAt(closes, cutoff)
  const last = fund.payments.findLast(({ isResidual }) => !isResidual)
  const usable = fund.payments
    .filter(({ isOneOff, price }) => !isOneOff && price !== undefined)
    .slice(-mostPayments)
  if (!close || !last || fund.payments.length < fewestPayments || usable.length === 0) return undefined
  const gapDays = daysBetween(paidUntil(last.exDate, fund.waitingDays, exDate), exDate)
  const period = periodOf(gapDays) ?? 'week'
  const days = period === 'week' ? 7 : gapDays
  const amounts = usable.map((payment) => payment.amount * scaleTo(payment, period, days))
  const prices = usable.map(({ price }) => price ?? close.close)
  return {
    symbol: fund.symbol,
    family: fund.family,
    exDate,
    cutoff,
    price: close.close,
    priceDate: close.date,
    period,
    days,
    amounts,
    prices,
    weekReturns: weekReturns(closes, fund.payments, cutoff, 2),
    pastWeekReturns: usable.map(({ weekReturn }) => weekReturn),
    weekClose: weekClose(closes, cutoff),
    pastWeekCloses: usable.map((payment) => payment.weekClose),
    swing: weekSwing(closes, fund.payments, cutoff),
    logYields: amounts.map((amount, i) => Math.log(amount / (prices[i] ?? close.close))),
    funds
  }
}

/** Beyond this distance in ln yield the last payment was unusual for the fund. */
const unusualDistance = 0.1

/** Whether the last yield lies above or below the median of the last five, or near it. */
export function lastYieldLevel({
  logYields
}: Pick<PaymentFeatures, 'logYields'>): 'above' | 'below' | 'near' {
  const distance = (logYields.at(-1) ?? 0) - median(logYields.slice(-5))
  return distance > unusualDistance ? 'above' : distance < -unusualDistance ? 'below' : 'near'
}
