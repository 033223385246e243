import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createPages } from '../all-pages.ts'
import type { Database } from '../platform/database/schema.ts'
import { queuedBy } from '../testing/blog-rig.ts'
import { makeClose } from '../testing/make.ts'
import { copyDatabase, openCopy } from '../testing/seeded-file.ts'
import { readPageTime, turnDay } from './page-time.ts'

const { queueChange } = createPages([])
let file: string
let db: Kysely<Database>

beforeEach(async () => {
  file = await copyDatabase(true)
  db = openCopy(file)
})
afterEach(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

function queuedAt(instant: string): Promise<string[]> {
  return queuedBy(db, () => turnDay(partsAt(instant)))
}

function partsAt(instant: string) {
  return { db, clock: () => new Date(instant), log: pino({ level: 'silent' }), queueChange }
}

test('the pages that name days are queued once a New York day, and no others', async () => {
  const paths = await queuedAt('2026-06-01T12:00:00Z')
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

test('the first of several nodes turns the day, and one whose clock is late draws for that day and turns nothing back', async () => {
  expect(await queuedAt('2026-06-02T04:00:00Z')).toContain('/')
  expect((await readPageTime(db, new Date('2026-06-02T03:59:58Z'))).today).toBe('2026-06-02')
  expect(await queuedAt('2026-06-02T03:59:58Z')).toEqual([])
  const turn = () => turnDay(partsAt('2026-06-03T04:00:00Z'))
  const paths = await queuedBy(db, () => Promise.all([turn(), turn()]))
  expect(await db.selectFrom('page_change').select('path').execute()).toHaveLength(paths.length)
})

test('figures are old after five sessions; newer ones end that at once, on the same day', async () => {
  expect(await readPageTime(db, new Date('2026-06-08T12:00:00Z'))).toEqual({
    today: '2026-06-08',
    oldFigures: null
  })
  expect(await readPageTime(db, new Date('2026-06-09T12:00:00Z'))).toEqual({
    today: '2026-06-09',
    oldFigures: { newestDay: '2026-05-29', tradingDays: 6 }
  })
  expect(await queuedAt('2026-06-09T12:00:00Z')).toContain('/msty')
  await db
    .insertInto('price')
    .values(makeClose({ symbol: 'TSLY', date: '2026-06-08' }))
    .execute()
  // The collection of one fund queues that fund's page; the band goes from all.
  expect(await queuedAt('2026-06-09T12:01:00Z')).toContain('/msty')
  expect(await queuedAt('2026-06-09T12:02:00Z')).toEqual([])
})

test('a database without figures has nothing that is old', async () => {
  await db.deleteFrom('price').execute()
  expect(await readPageTime(db, new Date('2026-06-09T12:00:00Z'))).toMatchObject({ oldFigures: null })
})
