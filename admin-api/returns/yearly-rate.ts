import { daysBetween } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'

/** Minimum number of days for an annualized rate; over fewer days it is mostly chance. */
export const shortestYearlySpanDays = 90

/** Convention of XIRR in spreadsheets. */
const daysOfYear = 365

/** The annual rate, a fraction, at which 1 grows to `growth` in `days` days; null for under 90 days. */
export function annualize(growth: number, days: number): number | null {
  if (days < shortestYearlySpanDays) return null
  return growth ** (daysOfYear / days) - 1
}

/** Dollars on a day; investments are negative, proceeds positive. */
export type CashFlow = { date: IsoDay; amount: number }

/** Limits of the search: a total loss, and a growth of 100,000 times in a year. */
const [lowestRate, highestRate] = [-0.999_999, 100_000]

/**
 * XIRR: the annual rate r, a fraction, at which the present values amount / (1 + r) ^ (days since the first flow / 365)
 * add up to zero. Found by bisection, to 1e-9; flows that change sign once have exactly one such rate. Null if all flows
 * have one sign, if they span under 90 days, and if the rate is outside of -99.9999 % to 10,000,000 %.
 */
export function xirr(flows: readonly CashFlow[]): number | null {
  const days = flows.map(({ date }) => date).toSorted()
  const [first, last] = [days[0], days.at(-1)]
  if (first === undefined || last === undefined || daysBetween(first, last) < shortestYearlySpanDays)
    return null
  const timed = flows.map(({ date, amount }) => ({ amount, years: daysBetween(first, date) / daysOfYear }))
  const worth = (rate: number) =>
    timed.reduce((sum, { amount, years }) => sum + amount / (1 + rate) ** years, 0)
  let [low, high] = [lowestRate, highestRate]
  const isPositiveAtLow = worth(low) > 0
  if (isPositiveAtLow === worth(high) > 0) return null
  // Bisects the logarithm of 1 + rate, so that rates near -100 % and huge ones need equally few steps.
  while (high - low > 1e-9 * (1 + low)) {
    const middle = Math.sqrt((1 + low) * (1 + high)) - 1
    if (middle <= low || middle >= high) break
    if (worth(middle) > 0 === isPositiveAtLow) low = middle
    else high = middle
  }
  return (low + high) / 2
}
