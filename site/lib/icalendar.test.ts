import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type DayEvent, escapeText, foldLine, writeFeed } from './icalendar.ts'

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

test('what is written is read back the same', () => {
  const calendar = new ICAL.Component(ICAL.parse(writeFeed(feed)))
  expect(calendar.getFirstPropertyValue('version')).toBe('2.0')
  expect(calendar.getFirstPropertyValue('x-wr-calname')).toBe(feed.name)
  expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT12H')
  const read = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined)
  expect([read.uid, read.summary, read.description]).toEqual([event.uid, event.summary, event.description])
  expect([read.startDate.toString(), read.startDate.isDate]).toEqual(['2026-06-04', true])
  expect(read.endDate.toString()).toBe('2026-06-05') // A whole day, without being told.
  expect(read.component.getFirstPropertyValue('status')).toBe('TENTATIVE')
  expect(String(read.component.getFirstPropertyValue('dtstamp'))).toBe('2026-06-01T12:34:56Z')
})

test('lines end in CR LF and none is longer than 75 octets', () => {
  const text = writeFeed(feed)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
})

test('what is certain is confirmed', () => {
  expect(writeFeed({ ...feed, events: [{ ...event, isTentative: false }] })).toContain('STATUS:CONFIRMED\r\n')
})

test.each([
  ['plain', 'plain'],
  ['a,b;c', 'a\\,b\\;c'],
  ['back\\slash', 'back\\\\slash'],
  ['one\ntwo\r\nthree', 'one\\ntwo\\nthree'],
  ['bell\u0007', 'bell'],
  ['12:30 "yes"', '12:30 "yes"']
])('%j is escaped as %j', (text, escaped) => {
  expect(escapeText(text)).toBe(escaped)
})

test('a fold falls on the 75th octet, later ones count the space, and never inside a sign', () => {
  expect(foldLine('a'.repeat(75))).toBe('a'.repeat(75))
  expect(foldLine('a'.repeat(76))).toBe(`${'a'.repeat(75)}\r\n a`)
  expect(foldLine('a'.repeat(150))).toBe(`${'a'.repeat(75)}\r\n ${'a'.repeat(74)}\r\n a`)
  expect(foldLine(`${'a'.repeat(74)}é`)).toBe(`${'a'.repeat(74)}\r\n é`) // é takes two octets,
  expect(foldLine(`${'a'.repeat(72)}⚓⚓`)).toBe(`${'a'.repeat(72)}⚓\r\n ⚓`) // an anchor three,
  expect(foldLine(`${'a'.repeat(72)}🦜`)).toBe(`${'a'.repeat(72)}\r\n 🦜`) // a parrot four.
})
