import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'

/** An all-day event. */
export type DayEvent = {
  /** Stable for the lifetime of the event. */
  uid: string
  /** YYYY-MM-DD */
  day: string
  summary: string
  description: string
  url: string
  /** Estimated. */
  isTentative: boolean
}

export type Feed = {
  name: string
  description: string
  /** URL of the feed. */
  source: string
  /** Instant at which the data was made. */
  stamp: string
  refreshHours: number
  events: readonly DayEvent[]
}

/** iCalendar feed (RFC 5545, RFC 7986). The same feed gives the same bytes. */
export function writeFeed({ name, description, source, stamp, refreshHours, events }: Feed): string {
  const calendar = ical({
    name,
    description,
    source,
    ttl: refreshHours * 60 * 60,
    prodId: { company: 'Doubloon', product: 'Distribution calendar', language: 'EN' },
    scale: 'GREGORIAN',
    method: ICalCalendarMethod.PUBLISH,
    events: events.map((event) => ({
      id: event.uid,
      stamp,
      start: event.day,
      // Without an end, an all-day event lasts one day.
      allDay: true,
      summary: event.summary,
      description: event.description,
      url: event.url,
      status: event.isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      // An ex-date doesn't block time in a calendar.
      transparency: ICalEventTransparency.TRANSPARENT
    }))
  })
  // The library omits the final line break that the RFC requires.
  return `${calendar.toString()}\r\n`
}
