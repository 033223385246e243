import { factorOf, leadOf, type PathSample } from '../../../admin-api/estimator/outlook/path-factors.ts'
import { addDays, daysBetween, thursdayOf } from '../../../admin-api/market-days/days.ts'
import type { IsoDay } from '../../../admin-api/market-days/types.ts'
import { mean, weightedQuantiles } from '../../../admin-api/numbers/statistics.ts'
import type { PastRatio } from '../funds/past-ratios.ts'

/** A payment to come for all shares, in dollars. */
type OpenPayment = { symbol: string; exDate: IsoDay; amount: number }

/** How a fund's payments differed from what was expected of them. */
export type FundErrors = {
  /** Newest day whose facts are included. */
  asOf: IsoDay
  /** Payments compared with the estimate made right before them, oldest first. */
  pastRatios: readonly PastRatio[]
  /** Errors of its path by past week, oldest first; the last row is the week before that of asOf. */
  pathErrors: PathSample
}

/** 80 % range of a sum of payments in dollars. */
export type SumRange = { low: number; high: number }

/** Past weeks that are copied, equally likely. Two years, to include yearly events. */
const maxWeeks = 104
/** Minimum number of weeks for a range. */
const minWeeks = 10
const tail = 0.1

/**
 * 80 % range of the sum of the payments. null without a payment or with fewer than ten past weeks.
 * Deterministic: the same payments give the same range, which contains their sum.
 * The range of a sum isn't the sum of ranges: some funds err in opposite directions, and those with a common market
 * err together. So each past week is copied for all funds at once: a fund's next payment is the same fraction of its
 * estimate as in that week, and its later ones differ from its path as those after that week differed from the path
 * expected then. A fall of all funds in one week is a fall of all here, and different funds narrow the range.
 * Two years hold few falls of all funds, so the low end gets a part of the low ends of each fund alone: none for payments
 * of the next week, and ever more for later ones, because funds that differ from week to week fall together over months
 * (Longin & Solnik, Journal of Finance 56, 2001). High ends don't: rises are less common to all.
 * A fund without a payment in a past week uses another week of its own; a fund without past weeks follows the average
 * of the others.
 * @param known funds by symbol
 */
export function rangeOfSum(
  payments: readonly OpenPayment[],
  known: ReadonlyMap<string, FundErrors>
): SumRange | null {
  if (payments.length === 0) return null
  const funds = [...Map.groupBy(payments, ({ symbol }) => symbol)].map(([symbol, due]) => {
    return { due: due.toSorted((a, b) => (a.exDate < b.exDate ? -1 : 1)), errors: known.get(symbol) }
  })
  const weeks = listWeeks(funds.flatMap(({ errors }) => errors ?? []))
  if (weeks.length < minWeeks) return null
  const scenarios = funds.map(({ due, errors }) =>
    errors === undefined ? null : copyWeeks(due, errors, weeks)
  )
  const certain = scenarios.filter((scenario) => scenario !== null)
  const total = payments.reduce((sum, { amount }) => sum + amount, 0)
  const totals = weeks.map((_, week) => {
    const factor =
      certain.length === 0 ? 1 : mean(certain.map(({ sums, total: own }) => (sums[week] ?? own) / own))
    const sum = funds.reduce((before, { due }, i) => {
      const own = scenarios[i]
      return before + (own?.sums[week] ?? factor * due.reduce((all, { amount }) => all + amount, 0))
    }, 0)
    return { value: sum, weight: 1 }
  })
  const [low = total, high = total] = weightedQuantiles(totals, [tail, 1 - tail])
  const part = certain.length === 0 ? 0 : 1 - 1 / meanWeeksAhead(payments, known)
  const alone = total * lowOfEach(certain)
  return { low: Math.min(low, (1 - part) * low + part * alone, total), high: Math.max(high, total) }
}

/** Weeks from the newest known day to the payments, at least 1, weighted by their dollars. */
function meanWeeksAhead(payments: readonly OpenPayment[], known: ReadonlyMap<string, FundErrors>): number {
  let [sum, dollars] = [0, 0]
  for (const { symbol, exDate, amount } of payments) {
    const day = known.get(symbol)?.asOf
    if (day === undefined) continue
    sum += amount * Math.max(1, daysBetween(thursdayOf(day), thursdayOf(exDate)) / 7)
    dollars += amount
  }
  return dollars > 0 ? sum / dollars : 1
}

/** Low ends of the sums of each fund alone, added up, as a fraction of what is expected of them. */
function lowOfEach(scenarios: readonly FundScenarios[]): number {
  const low = scenarios.reduce((sum, { sums }) => {
    const [own = 0] = weightedQuantiles(
      sums.map((value) => ({ value, weight: 1 })),
      [tail]
    )
    return sum + own
  }, 0)
  return low / scenarios.reduce((sum, { total }) => sum + total, 0)
}

/** Thursdays of the weeks in which a payment was compared with its estimate, or a week after a row of a path. */
function listWeeks(funds: readonly FundErrors[]): IsoDay[] {
  const weeks = funds.flatMap(({ asOf, pastRatios, pathErrors }) => [
    ...pastRatios.map(({ week }) => week),
    ...pathErrors.map((_, i) => weekAfterRow(asOf, i, pathErrors.length))
  ])
  return [...new Set(weeks)].sort().slice(-maxWeeks)
}

/** Thursday of the week after row `i` of a path, whose last row is the week before that of `asOf`. */
function weekAfterRow(asOf: IsoDay, i: number, rows: number): IsoDay {
  return addDays(thursdayOf(asOf), 7 * (i + 1 - rows))
}

/** Sums of a fund's payments as if each of the past weeks came again, and the sum that is expected. */
type FundScenarios = { sums: number[]; total: number }

/** null without any past week. */
function copyWeeks(
  due: readonly OpenPayment[],
  { asOf, pastRatios, pathErrors }: FundErrors,
  weeks: readonly IsoDay[]
): FundScenarios | null {
  if (pastRatios.length === 0 && pathErrors.length === 0) return null
  const total = due.reduce((sum, { amount }) => sum + amount, 0)
  if (total <= 0) return null
  const [next, ...later] = due
  const leads = due.map(({ exDate }) => leadOf(asOf, exDate))
  const rowOf = copyInTurn(
    weeks,
    new Map(pathErrors.map((row, i) => [weekAfterRow(asOf, i, pathErrors.length), row]))
  )
  const ratioOf = copyInTurn(weeks, new Map(pastRatios.map(({ week, ratio }) => [week, ratio])))
  const sums = weeks.map((_, week) => {
    const row = rowOf(week)
    const ratio = ratioOf(week) ?? (row && factorOf(row, leads[0] ?? 0)) ?? 1
    // Files of earlier versions have no paths: later payments then differ like the next one.
    const rest = later.reduce(
      (sum, { amount }, i) => sum + amount * (row ? factorOf(row, leads[i + 1] ?? 0) : ratio),
      0
    )
    return (next?.amount ?? 0) * ratio + rest
  })
  return { sums, total }
}

/** The value of each week; weeks without one use the others in turn. */
function copyInTurn<Value>(
  weeks: readonly IsoDay[],
  known: ReadonlyMap<IsoDay, Value>
): (week: number) => Value | undefined {
  const own = weeks.map((week) => known.get(week)).filter((value) => value !== undefined)
  let missing = 0
  const values = weeks.map((week) => known.get(week) ?? own[missing++ % own.length])
  return (week) => values[week]
}
