import type { IsoDay, PaymentFrequency } from './types.ts'
import { periodOf, readFrequency } from './cadence.ts'
import { daysBetween } from './days.ts'

const longestMonth = 45

/**
 * How often a fund paid at each of these ex-dates (ascending), in payments a year. A new period begins where two gaps
 * in a row show it, so a special payment changes nothing; irregular gaps just before (weeks left out at the change,
 * months without a record) belong to it.
 */
export function pastFrequencies(exDates: readonly IsoDay[]): PaymentFrequency[] {
  const gaps = exDates.map((day, i) => (i === 0 ? Number.NaN : daysBetween(exDates[i - 1] ?? day, day)))
  const periods = gaps.map(periodOf)
  const isSettled = (i: number) => periods[i] !== undefined && periods[i] === periods[i + 1]

  const starts = [0]
  let period = periods.find((_, i) => isSettled(i)) ?? periods[1]
  periods.forEach((next, i) => {
    if (next === period || !isSettled(i)) return
    let start = i
    const earliest = (starts.at(-1) ?? 0) + 1
    const isIrregular = (k: number) => periods[k] !== 'month' || (gaps[k] ?? 0) > longestMonth
    while (next === 'week' && start > earliest && isIrregular(start - 1)) start -= 1
    starts.push(start)
    period = next
  })
  return starts.flatMap((start, i) => {
    const run = exDates.slice(start, starts[i + 1])
    return run.map(() => readFrequency(run))
  })
}
