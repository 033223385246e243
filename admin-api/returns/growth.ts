import { daysBetween } from '../market-days/days.ts'
import type { Close, IsoDay, Payment } from '../market-days/types.ts'
import { annualise } from './yearly-rate.ts'

/** What returns are worked out of: both lists ascend by day, on today's share basis. */
export type ReturnHistory = { payments: readonly Payment[]; closes: readonly Close[] }

/** What one dollar is worth at a close that bought shares at the first of the points. */
export type GrowthPoint = {
  date: IsoDay
  /** The shares alone. */
  price: number
  /** The shares and all distributions since, kept as cash; each counts from its ex-date, when the price falls by it. */
  withDistributions: number
  /** Each distribution buys shares at the close of its pay date, or at the next close there is; until then it is cash. */
  reinvested: number
}

/**
 * From the first close of `from` or later to the last, a point for each close; empty where there is none. Who buys at
 * a close gets the payments whose ex-date is later.
 */
export function growthSince({ payments, closes }: ReturnHistory, from: IsoDay): GrowthPoint[] {
  const start = closes.findIndex(({ date }) => date >= from)
  const first = closes[start]
  if (first === undefined) return []
  const due = payments.filter(({ exDate }) => exDate > first.date)
  let next = 0
  let shares = 1
  let kept = 0
  let owed: { payDate: IsoDay; cash: number }[] = []
  return closes.slice(start).map(({ date, close }) => {
    for (let payment = due[next]; payment !== undefined && payment.exDate <= date; payment = due[++next]) {
      kept += payment.amount
      owed.push({ payDate: payment.payDate, cash: shares * payment.amount })
    }
    for (const { cash } of owed.filter(({ payDate }) => payDate <= date)) shares += cash / close
    owed = owed.filter(({ payDate }) => payDate > date)
    const waiting = owed.reduce((sum, { cash }) => sum + cash, 0)
    return {
      date,
      price: close / first.close,
      withDistributions: (close + kept) / first.close,
      reinvested: (shares * close + waiting) / first.close
    }
  })
}

/** Returns are fractions of what was put in: 0.25 is a quarter more, -1 is nothing left. */
export type ReturnSummary = {
  /** The days of the first and the last close that were used. */
  from: IsoDay
  to: IsoDay
  price: number
  withDistributions: number
  reinvested: number
  /** Of `reinvested`; null for under 90 days. */
  yearly: number | null
  /** Of `reinvested`: the largest loss from an earlier peak, 0 or less. */
  deepestFall: number
}

/** null where there are fewer than two closes since `from`. */
export function summariseReturn(history: ReturnHistory, from: IsoDay): ReturnSummary | null {
  return summariseGrowth(growthSince(history, from))
}

/** null for fewer than two points. */
export function summariseGrowth(points: readonly GrowthPoint[]): ReturnSummary | null {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || first === last) return null
  return {
    from: first.date,
    to: last.date,
    price: last.price - 1,
    withDistributions: last.withDistributions - 1,
    reinvested: last.reinvested - 1,
    yearly: annualise(last.reinvested, daysBetween(first.date, last.date)),
    deepestFall: deepestFall(points.map(({ reinvested }) => reinvested))
  }
}

/** The largest loss from an earlier peak, as a fraction: -0.4 where 40 % were lost, 0 where nothing ever was. */
export function deepestFall(values: readonly number[]): number {
  let [peak, deepest] = [0, 0]
  for (const value of values) {
    peak = Math.max(peak, value)
    if (peak > 0) deepest = Math.min(deepest, value / peak - 1)
  }
  return deepest
}
