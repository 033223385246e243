import type { IsoDay } from './types.ts'
import { addSessions } from './market-calendar.ts'

/** An estimate is made from the latest close at or before this many sessions before the ex-date. */
const sessionsAhead = 2

/** The day whose close a payment is measured against. */
export function priceDayOf(exDate: IsoDay): IsoDay {
  return addSessions(exDate, -sessionsAhead)
}
