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
  /** When what it tells was made, an ISO instant. */
  stamp: string
  refreshHours: number
  events: readonly DayEvent[]
}

/** Text of an iCalendar feed (RFC 5545; name, source and refresh interval RFC 7986). */
export function writeFeed({ name, description, source, stamp, refreshHours, events }: Feed): string {
  const written = `${stamp.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Doubloon//Distribution calendar//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    `X-WR-CALNAME:${escapeText(name)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `X-WR-CALDESC:${escapeText(description)}`,
    `SOURCE;VALUE=URI:${source}`,
    `REFRESH-INTERVAL;VALUE=DURATION:PT${refreshHours}H`,
    `X-PUBLISHED-TTL:PT${refreshHours}H`,
    ...events.flatMap((event) => linesOf(event, written)),
    'END:VCALENDAR'
  ]
  return lines.map((line) => `${foldLine(line)}\r\n`).join('')
}

/** Without an end an event of a whole day lasts that day. It is transparent: nobody is busy on an ex-date. */
function linesOf({ uid, day, summary, description, url, isTentative }: DayEvent, written: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${written}`,
    `DTSTART;VALUE=DATE:${day.replaceAll('-', '')}`,
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    `STATUS:${isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT'
  ]
}

/** RFC 5545, 3.3.11: what separates values is escaped, a line break becomes \n, other control signs go. */
export function escapeText(text: string): string {
  return (
    text
      .replaceAll(/[\\;,]/g, (sign) => `\\${sign}`)
      .replaceAll(/\r\n|\r|\n/g, '\\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the signs to take out
      .replaceAll(/[\u0000-\u0008\u000B-\u001F\u007F]/g, '')
  )
}

const longestLine = 75

/** RFC 5545, 3.1: no line is longer than 75 octets; the rest goes on after a line break and a space. */
export function foldLine(line: string): string {
  let folded = ''
  let octets = 0
  for (const sign of line) {
    const size = octetsOf(sign)
    if (octets + size > longestLine) {
      folded += '\r\n '
      octets = 1
    }
    folded += sign
    octets += size
  }
  return folded
}

/** In UTF-8; the encoder of the platform takes ten times as long for single signs. */
function octetsOf(sign: string): number {
  const point = sign.codePointAt(0) ?? 0
  if (point < 0x80) return 1
  if (point < 0x800) return 2
  return point < 0x10000 ? 3 : 4
}
