import type { IsoDay } from './types.ts'
import { addDays } from './days.ts'
import { isSession, roll } from './market-calendar.ts'
import { toNewYorkTime } from './new-york.ts'

/** In New York. The close is final by then; before, the newest bar is only the latest trade. */
export const closedAt = '16:30'

/** The newest session whose close is known at this instant. */
export function lastFinishedSession(now: Date): IsoDay {
  const { day, time } = toNewYorkTime(now)
  return isSession(day) && time >= closedAt ? day : roll(addDays(day, -1), -1)
}
