import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPages } from './all-pages.ts'
import { enqueuePages } from './publishing/page-log.db.ts'
import type { Database } from './platform/database/schema.ts'
import { writeTransaction } from './platform/database/write-transaction.ts'
import type { Change } from './publishing/page-kind.ts'
import { makePost } from './testing/make.ts'
import { readQueuedPaths } from './testing/read-queued-paths.ts'
import { copyDatabase, openCopy } from './testing/seeded-file.ts'

const now = new Date('2026-06-02T12:00:00Z')
const staticPaths = ['/learn', '/404', '/admin', '/admin-blog', '/login', '/about']
const { list, load, queueChange } = createPages(staticPaths)
let file: string
let db: Kysely<Database>

beforeAll(async () => {
  file = await copyDatabase(true)
  db = openCopy(file)
  await db.insertInto('blog_post').values(makePost(1)).execute()
})
beforeEach(() => db.deleteFrom('page_change').execute())
afterAll(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

test('every path that is listed can be loaded, and is listed once', async () => {
  const paths = await list(db)
  expect(new Set(paths).size).toBe(paths.length)
  const atOnce = pLimit(10)
  const loaded = await Promise.all(paths.map((path) => atOnce(() => load(db, path))))
  expect(paths.filter((_path, place) => loaded[place] === null)).toEqual([])
})

test('a page with a path of its own is not taken for a fund', async () => {
  expect(await load(db, '/blog')).toMatchObject({ kind: 'blog' })
  expect(await load(db, '/msty')).toMatchObject({ kind: 'fund', symbol: 'MSTY' })
})

test.each(['/abcde', '/MSTY', '/msty/', '/about', '/blog/page', '/calendar/', '', '/__proto__', '/a.xml'])(
  'there is no page at %j',
  async (path) => {
    expect(await load(db, path)).toBeNull()
  }
)

test('the sitemap has all pages that show data with their day, and the texts of the build without one', async () => {
  const page = await load(db, '/sitemap.xml')
  if (page?.kind !== 'sitemap') throw new Error('the sitemap is of another kind')
  const undated = page.entries.filter(({ lastModified }) => lastModified === null)
  expect(undated.map(({ path }) => path)).toEqual(['/about', '/learn'])
  expect(page.entries).toContainEqual({ path: '/blog', lastModified: '2000-01-01' })
  expect(page.entries).toContainEqual({ path: '/blog/post-1', lastModified: '2000-01-01' })
  expect(page.entries).toContainEqual({ path: '/', lastModified: '2026-05-29' })
  expect(page.entries).toContainEqual({ path: '/msty', lastModified: '2026-05-29' })
  expect(page.entries.filter(({ path }) => path.includes('.'))).toEqual([])
})

test('robots.txt closes what the sitemap leaves out', async () => {
  expect(await load(db, '/robots.txt')).toEqual({
    kind: 'robots',
    closedPaths: ['/admin', '/admin-blog', '/login', '/api/']
  })
})

test.each<[Change, string[]]>([
  [{ kind: 'record', scored: [] }, ['/accuracy', '/funds', '/method', '/weeks', '/weeks.xml']],
  [{ kind: 'searches' }, ['/']],
  [{ kind: 'addresses' }, ['/sitemap.xml']],
  [{ kind: 'fund-edited', symbol: 'MSTY' }, ['/msty']],
  [{ kind: 'post', before: null, after: null }, []]
])('%j queues %j', async (change, paths) => {
  await writeTransaction(db, (trx) => queueChange(trx, change, now))
  expect((await queued()).sort()).toEqual(paths)
})

test('new figures of one fund queue its pages, those of all funds, and those that say how funds stand among them', async () => {
  const symbols = new Set(['MSTY'])
  await writeTransaction(db, (trx) => queueChange(trx, { kind: 'figures', symbols }, now))
  const isOfOne = (path: string) => /^\/[a-z]{3,4}$|^\/data\/growth\/\d{4}-q\d\.json$/.test(path)
  const paths = await queued()
  expect(paths.filter((path) => !isOfOne(path)).sort()).toEqual([
    '/',
    '/accuracy',
    '/calendar',
    '/calendar.ics',
    '/calendar/msty.ics',
    '/compare',
    '/data/funds.json',
    '/data/msty-payments.csv',
    '/data/msty.json',
    '/developers',
    '/fleet',
    '/fund-index.json',
    '/funds',
    '/method',
    '/roi-rankings',
    '/sitemap.xml',
    '/week/2026-05-21',
    '/week/2026-05-28',
    '/weekly-battle',
    '/weeks',
    '/weeks.xml'
  ])
  // Each fund's page has its rank, and each file what is left today of a dollar of its days.
  const all = (await list(db)).filter((path) => isOfOne(path) && path !== '/blog')
  expect(paths.filter(isOfOne).sort()).toEqual(all.sort())
  expect(all).toEqual(expect.arrayContaining(['/msty', '/xdte', '/data/growth/2025-q3.json']))
})

test('a payment that was scored anew changes the page of its fund, which shows it beside its estimate', async () => {
  const scored = [{ symbol: 'MSTY', exDate: '2026-05-28' }]
  await writeTransaction(db, (trx) => queueChange(trx, { kind: 'record', scored }, now))
  const paths = await queued()
  expect(paths).toContain('/msty')
  expect(paths).not.toContain('/xdte')
})

test('the page of a fund that the operator edited goes ahead of what was queued before', async () => {
  await enqueuePages(db, ['/', '/ulty'], new Date(0))
  await writeTransaction(db, (trx) => queueChange(trx, { kind: 'fund-edited', symbol: 'MSTY' }, now))
  expect(await queued()).toEqual(['/msty', '/', '/ulty'])
})

/** In the order in which they will be written. */
async function queued(): Promise<string[]> {
  return await readQueuedPaths(db)
}
