import { daysBetween } from '../market-days/days.ts'
import type { IsoDay } from '../market-days/types.ts'

/** A rate of fewer days, stretched over a year, says more of chance than of the fund. */
export const shortestYearlySpanDays = 90

/** A year of 365 days, as spreadsheets count in XIRR. */
const daysOfYear = 365

/** The yearly rate, a fraction, at which 1 becomes `growth` in so many days; null for under 90 days. */
export function annualise(growth: number, days: number): number | null {
  if (days < shortestYearlySpanDays) return null
  return growth ** (daysOfYear / days) - 1
}

/** Dollars on a day; what was put in is below 0, what came out above. */
export type CashFlow = { date: IsoDay; amount: number }

/** A loss of all, and a hundred thousand times in a year: rates beyond are no answer. */
const [lowestRate, highestRate] = [-0.999_999, 100_000]

/**
 * XIRR: the yearly rate r, a fraction, at which the flows are worth nothing together, each divided by
 * (1 + r) ^ (days since the first / 365). Found by halving, to 1e-9; flows that change their sign once have one such
 * rate. null where all flows have one sign, where they span under 90 days, and where the rate lies outside
 * -99.9999 % to 10,000,000 %.
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
  // In steps of the growth 1 + rate, so that rates near -100 % and huge ones need the same few steps.
  while (high - low > 1e-9 * (1 + low)) {
    const middle = Math.sqrt((1 + low) * (1 + high)) - 1
    if (middle <= low || middle >= high) break
    if (worth(middle) > 0 === isPositiveAtLow) low = middle
    else high = middle
  }
  return (low + high) / 2
}
