import type { IsoDay } from './types.ts'
import { isSession, roll } from './market-calendar.ts'
import { toNewYorkTime } from './new-york.ts'

/** In New York; also on days on which the exchange closes early. */
const opensAt = '09:30'

/**
 * Whether an instant lies before the session of an ex-date opens in New York: until then nobody trades without the
 * payment, so an estimate of it is a forecast. On a closed day the next session counts.
 */
export function isBeforeSession(instant: Date, exDate: IsoDay): boolean {
  const { day, time } = toNewYorkTime(instant)
  const session = roll(exDate, 1, isSession)
  return day < session || (day === session && time < opensAt)
}
