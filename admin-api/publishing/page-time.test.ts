import { pino } from 'pino'
import { expect, test } from 'vitest'
import { queuedBy } from '../testing/blog-fixture.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { makeClose } from '../testing/make.ts'
import { pages } from '../testing/pages.ts'
import { queueIfDayChanged, readPageTime } from './page-time.ts'

const { queueChange } = pages

const database = forEachTest(() => openTestDatabase('figures'))

function queuedAt(instant: string): Promise<string[]> {
  return queuedBy(database.db, () => queueIfDayChanged(partsAt(instant)))
}

function partsAt(instant: string) {
  return { db: database.db, clock: () => new Date(instant), log: pino({ level: 'silent' }), queueChange }
}

test('pages that depend on the day are queued once per New York day, and no others', async () => {
  // After the close, which is a separate change.
  const paths = await queuedAt('2026-06-01T21:00:00Z')
  for (const path of ['/', '/funds', '/msty', '/calendar', '/calendar.ics', '/calendar/msty.ics'])
    expect(paths).toContain(path)
  for (const path of ['/accuracy', '/method', '/weekly-battle', '/roi-rankings'])
    expect(paths).toContain(path)
  expect(paths.filter((path) => /blog|rss|robots|sitemap|fund-index/.test(path))).toEqual([])
  // 23:59 in New York, then midnight.
  expect(await queuedAt('2026-06-02T03:59:00Z')).toEqual([])
  expect(await queuedAt('2026-06-02T04:00:00Z')).toEqual(paths)
  expect(await queuedAt('2026-06-02T04:01:00Z')).toEqual([])
})

test('pages with own-by dates are queued at the close in New York', async () => {
  await queuedAt('2026-06-01T19:59:00Z')
  const paths = await queuedAt('2026-06-01T20:00:00Z')
  for (const path of ['/', '/msty', '/calendar']) expect(paths).toContain(path)
  expect(paths.filter((path) => /ics|funds|accuracy|battle/.test(path))).toEqual([])
  // An instance whose clock is behind renders for the next session, too.
  expect(await readPageTime(database.db, new Date('2026-06-01T19:59:59Z'))).toMatchObject({
    today: '2026-06-01',
    nextClose: '2026-06-02'
  })
  expect(await queuedAt('2026-06-01T19:59:59Z')).toEqual([])
})

test('the first instance starts the day for all, and an instance whose clock is behind renders for that day', async () => {
  expect(await queuedAt('2026-06-02T04:00:00Z')).toContain('/')
  expect((await readPageTime(database.db, new Date('2026-06-02T03:59:58Z'))).today).toBe('2026-06-02')
  expect(await queuedAt('2026-06-02T03:59:58Z')).toEqual([])
  const queue = () => queueIfDayChanged(partsAt('2026-06-03T04:00:00Z'))
  const paths = await queuedBy(database.db, () => Promise.all([queue(), queue()]))
  expect(await database.db.selectFrom('page_change').select('path').execute()).toHaveLength(paths.length)
})

test('figures are old after five sessions, until newer ones arrive, even on the same day', async () => {
  expect(await readPageTime(database.db, new Date('2026-06-08T12:00:00Z'))).toEqual({
    today: '2026-06-08',
    nextClose: '2026-06-08',
    oldFigures: null
  })
  expect(await readPageTime(database.db, new Date('2026-06-09T12:00:00Z'))).toEqual({
    today: '2026-06-09',
    nextClose: '2026-06-09',
    oldFigures: { newestDay: '2026-05-29', tradingDays: 6 }
  })
  expect(await queuedAt('2026-06-09T12:00:00Z')).toContain('/msty')
  await database.db
    .insertInto('price')
    .values(makeClose({ symbol: 'TSLY', date: '2026-06-08' }))
    .execute()
  // The warning disappears from all pages, not only from that fund's page.
  expect(await queuedAt('2026-06-09T12:01:00Z')).toContain('/msty')
  expect(await queuedAt('2026-06-09T12:02:00Z')).toEqual([])
})

test('a database without figures has no old figures', async () => {
  await database.db.deleteFrom('price').execute()
  expect(await readPageTime(database.db, new Date('2026-06-09T12:00:00Z'))).toMatchObject({
    oldFigures: null
  })
})
