import { daysBetween, thursdayOf } from '../../market-days/days.ts'
import type { IsoDay } from '../../market-days/types.ts'

/** Last week of each lead: the first four weeks one by one, then four at a time up to a year. */
export const leadEnds = [1, 2, 3, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52] as const
export const lastLead = leadEnds.length - 1
/** A year of leads. */
export const yearWeeks = 52

/** The lead of each number of weeks ahead, 0 to 52. */
export const leadOfWeek = Array.from({ length: yearWeeks + 1 }, (_, weeks) =>
  leadEnds.findIndex((end) => weeks <= end)
)

/** Index of the lead that contains an ex-date, seen from the week of `day`. Beyond a year the last one counts. */
export function leadOf(day: IsoDay, exDate: IsoDay): number {
  const weeks = daysBetween(thursdayOf(day), thursdayOf(exDate)) / 7
  return leadOfWeek[Math.max(weeks, 0)] ?? lastLead
}

/** Rows of a fund's sample, oldest first, all of leadEnds known; each column has the median 0. */
export type PathSample = readonly (readonly number[])[]

/**
 * Factors on the errors of a sample, by lead: a sample has few independent years, and the level of a fund's payments is less
 * certain than its past paths show. Chosen so that 80 % ranges of 3, 6 and 12 months contained 80 % before March 2026.
 */
export const spreads = leadEnds.map((end) => 1.3 + 0.4 * Math.max(0, (end - 12) / 40))

/** The factor that a past week of a sample puts on a payment of a lead. */
export function factorOf(row: readonly number[], lead: number): number {
  return Math.exp((spreads[lead] ?? 1) * (row[lead] ?? 0))
}
