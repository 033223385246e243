// Shows the same on any database.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import ICAL from 'ical.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type CalendarPage, feedPathOfFund } from '../contract/calendar.ts'
import { fileOfPage, writePage } from '../publishing/page-file.ts'
import { renderFeed, startApi } from '../testing/api.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'

let siteDir: string
let page: CalendarPage

beforeAll(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'doubloon-calendar-'))
})
const api = forAllTests(() => startApi({ siteDir }))
beforeAll(async () => {
  const loaded = await pages.load(api.db, '/calendar')
  if (loaded?.kind !== 'calendar') throw new Error('/calendar is not a calendar page')
  page = loaded
})
afterAll(async () => {
  await rm(siteDir, { recursive: true })
})

async function loadFeed(path: string): Promise<string> {
  const feed = await pages.load(api.db, path)
  if (feed === null) throw new Error(`${path} is not a feed`)
  return renderFeed(path, feed)
}

function eventsOf(text: string): ICAL.Event[] {
  const calendar = new ICAL.Component(ICAL.parse(text))
  return calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event))
}

test('the first upcoming payment of every fund matches its estimate', async () => {
  const estimates = await api.db
    .selectFrom('estimate')
    .select(['symbol', 'next_ex_date', 'next_pay_date', 'amount'])
    .where('status', '=', 'estimated')
    .execute()
  expect(estimates).toHaveLength(61)
  for (const { symbol, next_ex_date, next_pay_date, amount } of estimates) {
    const first = page.payments.find((payment) => payment.symbol === symbol && !payment.isOnRecord)
    expect(first, symbol).toMatchObject({ exDate: next_ex_date, payDate: next_pay_date })
    expect(first?.amount, symbol).toBeCloseTo(amount ?? Number.NaN, 4)
  }
})

test('the calendar has the payments of the last two weeks and names four funds that stopped', () => {
  const recorded = page.payments.filter(({ isOnRecord }) => isOnRecord)
  expect(recorded.every(({ payDate }) => payDate >= '2026-05-18')).toBe(true)
  expect(recorded.every(({ exDate }) => exDate <= '2026-05-29')).toBe(true)
  expect(page.leftOut.map(({ symbol }) => symbol)).toEqual(['ABNY', 'DISO', 'FEAT', 'FIVY'])
  expect(page.closures.map(({ name }) => name)).toEqual([
    'Memorial Day',
    'Juneteenth',
    'Independence Day (observed)'
  ])
})

test('no upcoming date is a holiday', () => {
  const closed = new Set(page.closures.map(({ day }) => day))
  const days = page.payments.flatMap(({ exDate, payDate, ownBy }) => [exDate, payDate, ownBy])
  expect(days.filter((day) => closed.has(day))).toEqual([])
})

test('a calendar program reads every feed, and every event has a unique id', async () => {
  const paths = (await pages.list(api.db)).filter((path) => path.endsWith('.ics'))
  // One for all funds, one for each of the 62 that still pay, and those of five other symbols.
  expect(paths).toHaveLength(68)
  for (const path of paths) {
    const text = await loadFeed(path)
    expect(
      text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75),
      path
    ).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    const events = eventsOf(text)
    expect(events.length, path).toBeGreaterThan(0)
    expect(new Set(events.map(({ uid }) => uid)).size, path).toBe(events.length)
    for (const event of events) expect(event.startDate.isDate).toBe(true)
  }
})

test('the MSTY feed distinguishes payments from estimates', async () => {
  const events = eventsOf(await loadFeed(feedPathOfFund('MSTY')))
  const paid = events.find(({ uid }) => uid === 'msty-2026-w22-pay@doubloon')
  expect(paid?.startDate.toString()).toBe('2026-05-29')
  expect(paid?.summary).toBe('MSTY paid $0.2979 a share')
  expect(paid?.component.getFirstPropertyValue('status')).toBe('CONFIRMED')
  const next = events.find(({ uid }) => uid === 'msty-2026-w23-ex@doubloon')
  expect(next?.startDate.toString()).toBe('2026-06-04')
  expect(next?.summary).toMatch(/^MSTY about \$0\.\d\d, pays Fri \(ex-date\)$/)
  expect(next?.component.getFirstPropertyValue('status')).toBe('TENTATIVE')
  expect(next?.description).toMatch(/^Estimate: \$0\.\d{4} a share; 80% range \$0\.\d{4} to \$0\.\d{4}\.\n/)
  expect(next?.description).toContain('Own it by the close on Wed, Jun 3.')
  expect(next?.description).toContain('Source: Public records to May 29, 2026.')
  expect(next?.description).toContain('Estimated, not guaranteed')
})

test('the same figures result in the same feed, byte for byte', async () => {
  expect(await loadFeed('/calendar.ics')).toBe(await loadFeed('/calendar.ics'))
})

test('funds that stopped paying and unknown symbols have no feed', async () => {
  expect(await pages.load(api.db, feedPathOfFund('FEAT'))).toBeNull()
  for (const path of ['/calendar/abcde.ics', '/calendar/MSTY.ics', '/calendar/', '/calendar/msty'])
    expect(await pages.load(api.db, path)).toBeNull()
  const listed = await pages.list(api.db)
  expect(listed).toContain('/calendar/jpmo.ics')
  expect(listed).not.toContain('/calendar/feat.ics')
})

test('a feed is served as a calendar, compressed if the client accepts it', async () => {
  const path = feedPathOfFund('MSTY')
  const text = await loadFeed(path)
  await writePage(fileOfPage(siteDir, path), text)
  for (const encoding of ['br', 'gzip', null]) {
    const { status, headers, body } = await api.get(path, { 'accept-encoding': encoding ?? 'identity' })
    expect([status, body]).toEqual([200, text])
    expect(headers.get('content-type')).toBe('text/calendar; charset=utf-8')
    expect(headers.get('content-encoding')).toBe(encoding)
    expect(headers.get('cache-control')).toBe('no-cache')
  }
})
