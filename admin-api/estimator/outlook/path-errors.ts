import { addDays, compareText, dayNumber, daysBetween, thursdayOf } from '../../market-days/days.ts'
import type { FundHistory, IsoDay } from '../../market-days/types.ts'
import { daysPaidFor, usualPayments } from '../../market-days/usual-payments.ts'
import { clip, median } from '../../numbers/statistics.ts'
import { lastLead, leadEnds, leadOfWeek, type PathSample, yearWeeks } from './path-factors.ts'
import { createPaceReader, projectAmounts } from './payout-path.ts'

/*
 * How paths of past weeks erred: the sample from which ranges of payments and of their sums are drawn. Each row is a past
 * week, the same for all funds, so that a fall of all in that week stays one.
 */

/** Leads within the first four weeks, in which a fund that doesn't pay weekly has a single payment. */
const singleWeeks = 4
/** Rows of a sample, and how much further back the rows are whose year has ended. */
const sampleWeeks = 104
/** Limit of an error as a logarithm: a payment of a twelfth or of twelve times what was expected. */
const maxError = 2.5

/** Logarithms of paid / expected for each of leadEnds; undefined while a lead hasn't ended or without a payment. */
export type PathErrors = readonly (number | undefined)[]

/** The Thursdays of the weeks whose rows a sample of `day` needs, oldest first; the last is a week before `day`. */
export function sampledWeeks(day: IsoDay): IsoDay[] {
  const last = addDays(thursdayOf(day), -7)
  const count = sampleWeeks + yearWeeks
  return Array.from({ length: count }, (_, i) => addDays(last, 7 * (i + 1 - count)))
}

type Paid = { amount: number; days: number; day: number; week: number }

/**
 * Errors of a fund's path of each past week, by Thursday: what it paid up to `day` against what was expected at the end of
 * that week. The days of payments count as known, because issuers publish them early.
 */
export function pathErrorsOf(
  fund: FundHistory,
  weeks: readonly IsoDay[],
  day: IsoDay
): Map<IsoDay, PathErrors> {
  const usual = usualPayments(fund.payments)
  const paid = usual.map(
    ({ exDate, amount }, i): Paid => ({
      amount,
      days: daysPaidFor(daysBetween(usual[i - 1]?.exDate ?? exDate, exDate)),
      day: dayNumber(exDate),
      week: dayNumber(thursdayOf(exDate)) / 7
    })
  )
  const readPace = createPaceReader(fund)
  const today = dayNumber(day)
  return new Map(
    weeks.flatMap((thursday) => {
      const pace = readPace(addDays(thursday, 1))
      const week = dayNumber(thursday) / 7
      const first = paid.findIndex((payment) => payment.week > week)
      if (pace === null || first < 1) return []
      const coming = paid.slice(first).filter((one) => one.week <= week + yearWeeks && one.day <= today)
      return [[thursday, compareLeads(coming, projectAmounts(pace, coming), week, today)] as const]
    })
  )
}

function compareLeads(
  coming: readonly Paid[],
  expected: readonly number[],
  week: number,
  today: number
): PathErrors {
  const sums = leadEnds.map(() => ({ expected: 0, paid: 0 }))
  for (const [i, payment] of coming.entries()) {
    const sum = sums[leadOfWeek[payment.week - week] ?? lastLead]
    if (sum === undefined) continue
    sum.expected += expected[i] ?? 0
    sum.paid += payment.amount
  }
  // A lead ends on the Friday of its last week.
  const hasEnded = leadEnds.map((end) => 7 * (week + end) + 1 <= today)
  const errors = sums.map((sum, lead) => (hasEnded[lead] && sum.expected > 0 ? errorOf(sum) : undefined))
  // A month's payment falls into one of its weeks, and counts for whichever week the next one falls into.
  const month = sums.slice(0, singleWeeks).filter((sum) => sum.expected > 0)
  const [only] = month
  if (only !== undefined && month.length === 1 && hasEnded[singleWeeks - 1])
    errors.fill(errorOf(only), 0, singleWeeks)
  return errors
}

function errorOf({ paid, expected }: { paid: number; expected: number }): number {
  return clip(Math.log(paid / expected), -maxError, maxError)
}

/**
 * Samples of the funds of a family from the errors of their paths. A lead that hasn't ended takes the error of a year
 * before, when markets were at the same time of the year; a week in which a fund didn't pay yet takes that of another
 * fund of the family, each in turn. A sample has fewer rows, or none, where none of them paid. The same input gives the
 * same samples.
 * @param errors by symbol, from pathErrorsOf
 * @param weeks from sampledWeeks
 */
export function samplePaths(
  errors: ReadonlyMap<string, ReadonlyMap<IsoDay, PathErrors>>,
  weeks: readonly IsoDay[]
): Map<string, PathSample> {
  const symbols = [...errors.keys()].sort(compareText)
  const offset = weeks.length - sampleWeeks
  const rowsOf = weeks.map((week) => symbols.map((symbol) => errors.get(symbol)?.get(week)))
  return new Map(
    symbols.map((symbol, own) => {
      const find = (i: number, lead: number): number | undefined => {
        const rows = rowsOf[i]
        const error = rows?.[own]?.[lead]
        if (rows === undefined || error !== undefined) return error
        const lenders = symbols.length - 1
        for (let k = 0; k < lenders; k += 1) {
          const lender = (i + k) % lenders
          const lent = rows[lender < own ? lender : lender + 1]?.[lead]
          if (lent !== undefined) return lent
        }
        return undefined
      }
      const rows = Array.from({ length: sampleWeeks }, (_, row) =>
        completeRow(
          leadEnds.map((_, lead) => find(row + offset, lead) ?? find(row + offset - yearWeeks, lead))
        )
      )
      return [symbol, center(rows.filter((row) => row !== null))]
    })
  )
}

/** Leads without an error take that of the nearest earlier lead, or of the first known one; null without any. */
function completeRow(known: PathErrors): number[] | null {
  const first = known.find((error) => error !== undefined)
  if (first === undefined) return null
  let last = first
  return known.map((error) => {
    if (error !== undefined) last = error
    return last
  })
}

function center(rows: readonly number[][]): number[][] {
  if (rows.length === 0) return []
  const middles = leadEnds.map((_, lead) => median(rows.map((row) => row[lead] ?? 0)))
  return rows.map((row) => row.map((error, lead) => error - (middles[lead] ?? 0)))
}
