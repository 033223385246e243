import ical, { ICalCalendarMethod, ICalEventStatus, ICalEventTransparency } from 'ical-generator'

/** An event of a whole day, as a calendar program shows it. */
export type DayEvent = {
  /** The same for as long as the event is the same, whatever else changes. */
  uid: string
  /** YYYY-MM-DD */
  day: string
  summary: string
  description: string
  url: string
  /** Neither certain nor promised. */
  isTentative: boolean
}

export type Feed = {
  name: string
  description: string
  /** The address the feed is read from. */
  source: string
  /** When the data in it was made, an ISO instant. */
  stamp: string
  refreshHours: number
  events: readonly DayEvent[]
}

/** Text of an iCalendar feed (RFC 5545, RFC 7986). The same feed gives the same bytes, so that it is not rewritten for nothing. */
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
      // Without an end, an event of a whole day lasts that day.
      allDay: true,
      summary: event.summary,
      description: event.description,
      url: event.url,
      status: event.isTentative ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED,
      // Nobody is busy on an ex-date.
      transparency: ICalEventTransparency.TRANSPARENT
    }))
  })
  // The library leaves out the line break that the RFC wants after the last line too.
  return `${calendar.toString()}\r\n`
}
