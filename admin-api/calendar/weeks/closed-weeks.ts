import { addDays, thursdayOf } from '../../market-days/days.ts'
import type { IsoDay } from '../../market-days/types.ts'

/** The log begins with the first week of 2025. */
const firstThursday = '2025-01-02'

/** The first day whose payments belong to the log. */
export const firstDay = addDays(firstThursday, -3)

type KnownDays = {
  /** Ex-dates of the payments on record. */
  paid: readonly IsoDay[]
  /** The next ex-date of each fund that has an estimate. */
  awaited: readonly IsoDay[]
  asOf: IsoDay
}

/**
 * The Thursdays of the weeks that are over, oldest first. A week is over when the last payment that was expected in it
 * has come; or, where one stays away, when the first ex-date of a later week has passed.
 */
export function listClosedWeeks({ paid, awaited, asOf }: KnownDays): IsoDay[] {
  const open = new Set(awaited.map(thursdayOf))
  const newestPast =
    [...paid, ...awaited]
      .filter((day) => day <= asOf)
      .sort()
      .at(-1) ?? ''
  const thursdays = [...new Set(paid.map(thursdayOf))].filter((thursday) => thursday >= firstThursday)
  return thursdays.filter((thursday) => !open.has(thursday) || newestPast > addDays(thursday, 3)).sort()
}
