import { readdirSync } from 'node:fs'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { allPages } from './all-pages.ts'
import { findFormerSymbols } from './funds/former-symbols.db.ts'
import { writeTransaction } from './platform/database/write-transaction.ts'
import type { Change } from './publishing/page-kind.ts'
import { enqueuePages } from './publishing/page-log.db.ts'
import { openTestDatabase } from './testing/database.ts'
import { forAllTests } from './testing/fixtures.ts'
import { makePost } from './testing/make.ts'
import { readQueuedPaths } from './testing/read-queued-paths.ts'

const now = new Date('2026-06-02T12:00:00Z')
const { list, load, queueChange } = allPages

const database = forAllTests(() => openTestDatabase('figures'))
beforeAll(async () => {
  await database.db.insertInto('blog_post').values(makePost(1)).execute()
})
beforeEach(() => database.db.deleteFrom('page_change').execute())

test('every listed path can be loaded and is listed once', async () => {
  const { db, close } = await openTestDatabase('two-funds')
  await db.insertInto('blog_post').values(makePost(1)).execute()
  const paths = await list(db)
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths) expect(await load(db, path), path).not.toBeNull()
  await close()
})

test('a page with its own path is not mistaken for a fund', async () => {
  expect(await load(database.db, '/blog')).toMatchObject({ kind: 'blog' })
  expect(await load(database.db, '/msty')).toMatchObject({ kind: 'fund', symbol: 'MSTY' })
})

test.each(['/abcde', '/MSTY', '/msty/', '/blog/page', '/calendar/', '', '/__proto__', '/a.xml'])(
  'there is no page at %j',
  async (path) => {
    expect(await load(database.db, path)).toBeNull()
  }
)

test('the sitemap has pages that show data with their day, and texts without one', async () => {
  const page = await load(database.db, '/sitemap.xml')
  if (page?.kind !== 'sitemap') throw new Error('the sitemap is of another kind')
  const undated = page.entries.filter(({ lastModified }) => lastModified === null)
  expect(undated.map(({ path }) => path)).toEqual([
    '/accessibility',
    '/contact',
    '/disclaimer',
    '/learn',
    '/notifications',
    '/sitemap',
    '/terms-of-use',
    '/about',
    '/privacy'
  ])
  expect(page.entries).toContainEqual({ path: '/blog', lastModified: '2000-01-01' })
  expect(page.entries).toContainEqual({ path: '/blog/post-1', lastModified: '2000-01-01' })
  expect(page.entries).toContainEqual({ path: '/', lastModified: '2026-05-29' })
  expect(page.entries).toContainEqual({ path: '/msty', lastModified: '2026-05-29' })
  expect(page.entries.filter(({ path }) => path.includes('.'))).toEqual([])
})

test('every route without parameters is a page of the publisher', () => {
  const routes = readdirSync('site/pages', { recursive: true, encoding: 'utf8' })
    .map((file) => `/${file}`)
    .filter((file) => /\.(?:astro|md|ts)$/.test(file) && !/^\/(?:api|og)\/|\[/.test(file))
    .map((file) => file.replace(/(?:index)?\.(?:astro|md|ts)$/, ''))
  expect(routes.length).toBeGreaterThan(30)
  expect(routes.filter((path) => !allPages.isOwnPath(path))).toEqual([])
})

test('robots.txt disallows what the sitemap omits', async () => {
  expect(await load(database.db, '/robots.txt')).toEqual({
    kind: 'robots',
    closedPaths: ['/admin', '/admin-blog', '/login', '/api/']
  })
})

test.each<[Change, string[]]>([
  [
    { kind: 'record', scored: [] },
    [
      '/.well-known/doubloon-record-keys.json',
      '/accuracy',
      '/data/days-ahead.csv',
      '/data/outlook-record.csv',
      '/data/record/2026-06-01.json',
      '/data/record/checkpoint',
      '/data/record/checkpoint.txt',
      '/data/record/cosignatures.json',
      '/data/record/hub.csv',
      '/data/record/signatures.json',
      '/data/record/tile/0/000.p/1',
      '/data/record/tile/entries/000.p/1',
      '/funds',
      '/method',
      '/record',
      '/status',
      '/weeks',
      '/weeks.xml'
    ]
  ],
  [
    { kind: 'cosigned' },
    ['/data/record/checkpoint', '/data/record/checkpoint.txt', '/data/record/cosignatures.json', '/record']
  ],
  [{ kind: 'addresses' }, ['/sitemap.xml']],
  [{ kind: 'operator' }, ['/about', '/privacy']],
  [{ kind: 'mailing-list' }, ['/about', '/blog', '/privacy']],
  [{ kind: 'collected' }, ['/data/lead-times.csv', '/status']],
  [{ kind: 'fund-edited', symbol: 'MSTY' }, ['/msty']],
  [
    { kind: 'declared', symbols: new Set(['MSTY']) },
    [
      '/calendar',
      '/calendar.ics',
      '/calendar/msty.ics',
      '/data/fleet-funds.json',
      '/data/msty-payments.csv',
      '/data/msty.json',
      '/msty'
    ]
  ],
  [{ kind: 'post', before: null, after: null }, []]
])('%j queues %j', async (change, paths) => {
  await writeTransaction(database.db, (trx) => queueChange(trx, change, now))
  expect((await queued()).sort()).toEqual(paths)
})

test('new figures of one fund queue its pages, overview pages, and every fund page and growth file', async () => {
  const symbols = new Set(['MSTY'])
  await writeTransaction(database.db, (trx) => queueChange(trx, { kind: 'figures', symbols }, now))
  const isOfOne = (path: string) => /^\/(?:[a-z]{3,4}|accuracy)$|^\/data\/growth\/\d{4}-q\d\.json$/.test(path)
  const paths = await queued()
  expect(paths.filter((path) => !isOfOne(path)).sort()).toEqual([
    '/',
    '/calendar',
    '/calendar.ics',
    '/calendar/msty.ics',
    '/compare',
    '/data/fleet-funds.json',
    '/data/funds.csv',
    '/data/funds.json',
    '/data/msty-payments.csv',
    '/data/msty.json',
    '/data/upcoming.csv',
    '/developers',
    '/family/yieldmax-single',
    '/fleet',
    '/fund-index.json',
    '/funds',
    '/income-calculator',
    '/learn/advanced-strategies',
    '/learn/etf-basics',
    '/learn/portfolio-building',
    '/method',
    '/return-of-capital',
    '/roi-rankings',
    '/sitemap.xml',
    '/status',
    '/week/2026-05-21',
    '/week/2026-05-28',
    '/weekly-battle',
    '/weeks',
    '/weeks.xml'
  ])
  // Fund pages show ranks, growth files the value of a dollar invested on each past day. No score has changed. Other
  // symbols lead to funds and show no figures.
  const others = (await findFormerSymbols(database.db)).map(({ symbol }) => `/${symbol.toLowerCase()}`)
  const all = (await list(database.db)).filter(
    (path) => isOfOne(path) && !['/blog', ...others].includes(path)
  )
  expect(paths.filter(isOfOne).sort()).toEqual(all.sort())
  expect(all).toEqual(expect.arrayContaining(['/msty', '/xdte', '/data/growth/2025-q3.json']))
  // They are queued last, with three chapters of the guide; the page of the fund is among the first.
  const last = -all.length - 2
  expect(paths.slice(last).every((path) => isOfOne(path) || path.startsWith('/learn/'))).toBe(true)
  expect(paths.slice(0, last)).toContain('/msty')
})

test('a rescored payment changes the page of its fund, which shows it next to its estimate', async () => {
  const scored = [{ symbol: 'MSTY', exDate: '2026-05-28' }]
  await writeTransaction(database.db, (trx) => queueChange(trx, { kind: 'record', scored }, now))
  const paths = await queued()
  expect(paths).toEqual(expect.arrayContaining(['/msty', '/accuracy']))
  expect(paths).not.toContain('/xdte')
})

test('the page of a fund that the operator edited goes to the front of the queue', async () => {
  await enqueuePages(database.db, ['/', '/ulty'], new Date(0))
  await writeTransaction(database.db, (trx) => queueChange(trx, { kind: 'fund-edited', symbol: 'MSTY' }, now))
  expect(await queued()).toEqual(['/msty', '/', '/ulty'])
})

/** Queued paths in rendering order. */
async function queued(): Promise<string[]> {
  return await readQueuedPaths(database.db)
}
