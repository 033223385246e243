import type { IsoDay } from './types.ts'
import { addDays } from './days.ts'
import { sessionsBetween } from './market-calendar.ts'

/** A week: a long weekend and a day on which the source fails are no news. */
export const longestAgeSessions = 5

/**
 * The age of figures in trading days on `today` in New York: sessions after their newest day that ended before today.
 * That of today itself does not count, because its close is not known until the evening.
 * @returns null while they are no older than `longestAgeSessions`
 */
export function oldAge(newestDay: IsoDay, today: IsoDay): number | null {
  const age = sessionsBetween(newestDay, addDays(today, -1))
  return age > longestAgeSessions ? age : null
}
