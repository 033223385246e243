import type { ReturnFacts } from '../contract/fund-page.ts'
import type { FundData } from '../contract/open-data.ts'
import { daysBetween } from '../market-days/days.ts'
import type { Close, IsoDay, Payment } from '../market-days/types.ts'
import { annualize } from './yearly-rate.ts'

/** Input of all returns: both lists ascend by day, on today's share basis. */
export type ReturnHistory = { payments: readonly Payment[]; closes: readonly Close[] }

/** Payments of a fund's data file, as returns use them. */
export function readPayments(payments: FundData['payments']): ReturnFacts['payments'] {
  return payments.map(({ ex_date, pay_date, amount, is_residual }) => ({
    exDate: ex_date,
    payDate: pay_date,
    amount,
    isResidual: is_residual
  }))
}

/** Splits of a fund's data file, as returns use them. */
export function readSplits(
  splits: readonly Pick<FundData['splits'][number], 'date' | 'old_shares' | 'new_shares'>[]
): ReturnFacts['splits'] {
  return splits.map(({ date, old_shares: oldShares, new_shares: newShares }) => ({
    date,
    oldShares,
    newShares
  }))
}

/** Value of one dollar at a close. */
export type GrowthPoint = {
  date: IsoDay
  /** Shares only. */
  price: number
  /** Shares and all distributions, held as cash. Each counts from its ex-date, when the price falls by it. */
  withDistributions: number
  /** Each distribution buys shares at the first close on or after its pay date; until then it is cash. */
  reinvested: number
}

/** Returns as fractions of the investment: 0.25 is a gain of a quarter, -1 a total loss. */
export type GrowthSummary = {
  /** Days of the first and the last close used. */
  from: IsoDay
  to: IsoDay
  price: number
  withDistributions: number
  reinvested: number
  /** Annualized rate of `reinvested`; null for under 90 days. */
  yearly: number | null
  /** Max drawdown of `reinvested`, 0 or less. */
  maxDrawdown: number
}

/**
 * Value of one dollar at each close, from the first on or after `from`, when it was invested, to the last; empty if there
 * is none. A buyer at a close gets the payments with a later ex-date.
 */
export function growthSince({ payments, closes }: ReturnHistory, from: IsoDay): GrowthPoint[] {
  const start = closes.findIndex(({ date }) => date >= from)
  const first = closes[start]
  if (first === undefined) return []
  const due = payments.filter(({ exDate }) => exDate > first.date)
  let next = 0
  let shares = 1
  let cash = 0
  let owed: { payDate: IsoDay; amount: number }[] = []
  return closes.slice(start).map(({ date, close }) => {
    for (let payment = due[next]; payment !== undefined && payment.exDate <= date; payment = due[++next]) {
      cash += payment.amount
      owed.push({ payDate: payment.payDate, amount: shares * payment.amount })
    }
    for (const { amount } of owed.filter(({ payDate }) => payDate <= date)) shares += amount / close
    owed = owed.filter(({ payDate }) => payDate > date)
    const waiting = owed.reduce((sum, { amount }) => sum + amount, 0)
    return {
      date,
      price: close / first.close,
      withDistributions: (close + cash) / first.close,
      reinvested: (shares * close + waiting) / first.close
    }
  })
}

/** Null with fewer than two closes since `from`. */
export function summarizeReturn(history: ReturnHistory, from: IsoDay): GrowthSummary | null {
  return summarizeGrowth(growthSince(history, from))
}

/** Null for fewer than two points. */
export function summarizeGrowth(points: readonly GrowthPoint[]): GrowthSummary | null {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  return {
    from: first.date,
    to: last.date,
    price: last.price - 1,
    withDistributions: last.withDistributions - 1,
    reinvested: last.reinvested - 1,
    yearly: annualize(last.reinvested, daysBetween(first.date, last.date)),
    maxDrawdown: maxDrawdown(points.map(({ reinvested }) => reinvested))
  }
}

/** The largest loss from an earlier peak, as a fraction: -0.4 for a loss of 40 %, 0 without any loss. */
export function maxDrawdown(values: readonly number[]): number {
  let [peak, lowest] = [0, 0]
  for (const value of values) {
    peak = Math.max(peak, value)
    if (peak > 0) lowest = Math.min(lowest, value / peak - 1)
  }
  return lowest
}
