import ICAL from 'ical.js'
import { afterEach, expect, test, vi } from 'vitest'
import { type DayEvent, writeFeed } from './icalendar.ts'

const event: DayEvent = {
  uid: 'msty-2026-w23-ex@doubloon',
  day: '2026-06-04',
  summary: 'MSTY ex-date (estimated)',
  description: 'Estimate: $0.30; 80% range, from \\ to.\nOwn it by Wednesday – “not guaranteed” ⚓ '.repeat(
    3
  ),
  url: 'https://doubloon.example/msty',
  isTentative: true
}
const feed = {
  name: 'Doubloon: MSTY distributions',
  description: 'Dates',
  source: 'https://doubloon.example/calendar/msty.ics',
  stamp: '2026-06-01T12:34:56.789Z',
  refreshHours: 12,
  events: [event]
}

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

test('written feeds parse to the same events', () => {
  const calendar = new ICAL.Component(ICAL.parse(writeFeed(feed)))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('prodid')).toBe('-//Doubloon//Distribution calendar//EN')
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(feed.name)
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT12H')
  const read = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  expect([read.uid, read.summary, read.description]).toEqual([event.uid, event.summary, event.description])
  expect([read.startDate.toString(), read.startDate.isDate]).toEqual(['2026-06-04', true])
  expect(read.endDate.toString()).toBe('2026-06-05') // One day, although the feed names no end.
  expect(read.component.getFirstPropertyValue('status')).toBe('TENTATIVE')
  expect(String(read.component.getFirstPropertyValue('dtstamp'))).toBe('2026-06-01T12:34:56Z')
})

test('lines end in CR LF and have at most 75 octets', () => {
  const text = writeFeed(feed)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('certain events are confirmed', () => {
  expect(writeFeed({ ...feed, events: [{ ...event, isTentative: false }] })).toContain('STATUS:CONFIRMED\r\n')
})

test('the same feed gives the same bytes at any hour and in any zone', () => {
  const text = writeFeed(feed)
  vi.useFakeTimers({ now: new Date('2031-12-31T23:30:00Z') })
  for (const zone of ['Pacific/Auckland', 'America/New_York']) {
    vi.stubEnv('TZ', zone)
    expect(writeFeed(feed)).toBe(text)
  }
  expect(text).toContain('DTSTAMP:20260601T123456Z\r\nDTSTART;VALUE=DATE:20260604\r\n')
})
