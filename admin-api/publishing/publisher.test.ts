import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../platform/database/migrations.ts'
import { openDatabase } from '../platform/database/open.ts'
import { enqueueFirst } from './page-log.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { changePage, createPageTable, createTestPublisher, renderTestPage } from '../testing/page-rig.ts'
import { readPlace } from './place-file.ts'

/** On a busy machine a write takes longer than the second that is usual. */
const patient = { timeout: 10_000 }

let folder: string
let siteDir: string
let db: Kysely<Database>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-publisher-'))
  siteDir = join(folder, 'site')
  db = openDatabase(join(folder, 'doubloon.sqlite'))
  await migrate(db)
  await createPageTable(db)
})

afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
})

test('a changed page becomes a file, a page that is gone loses it, and the queue is empty then', async () => {
  const publisher = createTestPublisher(db, siteDir)
  await changePage(db, '/msty', '0.2979')
  expect(await publisher.drain()).toBe(0)
  expect(await readFile(join(siteDir, 'msty.html'), 'utf8')).toContain('<body>0.2979</body>')

  await changePage(db, '/msty', null)
  expect(await publisher.drain()).toBe(0)
  expect(await readdir(siteDir)).toEqual(['.place.json'])
  expect(await readPlace(siteDir)).toEqual({ change: 2, waiting: [] })
})

test('a page changed while it was being drawn is drawn again', async () => {
  let isFirst = true
  const publisher = createTestPublisher(db, siteDir, async (path, locals) => {
    if (isFirst) {
      isFirst = false
      await changePage(db, path, 'second')
    }
    return renderTestPage(path, locals)
  })
  await changePage(db, '/page', 'first')
  await publisher.drain()
  expect(await readFile(join(siteDir, 'page.html'), 'utf8')).toContain('second')
})

test('a page that fails keeps its old file and its place in the queue, and holds up no other', async () => {
  let isBroken = false
  const publisher = createTestPublisher(db, siteDir, async (path, locals) => {
    if (isBroken && path === '/a') throw new Error('broken template')
    return renderTestPage(path, locals)
  })
  await changePage(db, '/a', 'old')
  await publisher.drain()

  isBroken = true
  await changePage(db, '/a', 'new')
  await changePage(db, '/b', 'other')
  expect(await publisher.drain()).toBe(1)
  expect(publisher.countFailing()).toBe(1)
  expect(await readFile(join(siteDir, 'a.html'), 'utf8')).toContain('old')
  expect(await readFile(join(siteDir, 'b.html'), 'utf8')).toContain('other')
  expect(await readPlace(siteDir)).toEqual({ change: 3, waiting: ['/a'] })

  isBroken = false
  expect(await publisher.drain()).toBe(0)
  expect(publisher.countFailing()).toBe(0)
  expect(await readFile(join(siteDir, 'a.html'), 'utf8')).toContain('new')
})

test('a page that goes first is drawn next, however long the queue is', async () => {
  const drawn: string[] = []
  const publisher = createTestPublisher(db, siteDir, async (path, locals) => {
    drawn.push(path)
    if (path === '/page-1') {
      await changePage(db, '/page-9', 'what somebody waits for')
      await enqueueFirst(db, ['/page-9'], new Date())
      void publisher.drain()
    }
    return renderTestPage(path, locals)
  })
  for (let page = 1; page < 9; page += 1) await changePage(db, `/page-${page}`, 'of many')
  expect(await publisher.drain()).toBe(0)
  expect(drawn.slice(0, 3)).toEqual(['/page-1', '/page-9', '/page-2'])
  expect(drawn).toHaveLength(9)
})

test('a page that visitors ask for is drawn next, once for all of them', async () => {
  const drawn: string[] = []
  const asked: Promise<void>[] = []
  const publisher = createTestPublisher(db, siteDir, async (path, locals) => {
    drawn.push(path)
    if (path === '/page-1') asked.push(publisher.bringUpToDate('/page-8'), publisher.bringUpToDate('/page-8'))
    return renderTestPage(path, locals)
  })
  for (let page = 1; page < 9; page += 1) await changePage(db, `/page-${page}`, 'of many')
  const all = publisher.drain()
  await expect.poll(() => asked.length, patient).toBe(2)
  await Promise.all(asked)
  expect(await readFile(join(siteDir, 'page-8.html'), 'utf8')).toContain('of many')
  expect(drawn.slice(0, 2)).toEqual(['/page-1', '/page-8'])
  expect(await all).toBe(0)
  expect(drawn).toHaveLength(8)
})

test('a page that is up to date is not drawn for a visitor', async () => {
  const drawn: string[] = []
  const publisher = createTestPublisher(db, siteDir, async (path, locals) => {
    drawn.push(path)
    return renderTestPage(path, locals)
  })
  await publisher.bringUpToDate('/page')
  await changePage(db, '/page', 'fresh')
  await publisher.bringUpToDate('/page')
  await publisher.bringUpToDate('/page')
  expect(drawn).toEqual(['/page'])
  await publisher.stop()
})

test('who asks for a page that stands gets it as it is while nothing can be drawn, but for one who needs the newest', async () => {
  const drawing = Promise.withResolvers<void>()
  let isHeldUp = false
  const publisher = createTestPublisher(db, siteDir, async (path, locals) => {
    if (isHeldUp) await drawing.promise
    return renderTestPage(path, locals)
  })
  await changePage(db, '/page', 'old')
  await publisher.drain()

  isHeldUp = true
  await changePage(db, '/page', 'newest')
  await publisher.bringUpToDate('/page')
  expect(await readFile(join(siteDir, 'page.html'), 'utf8')).toContain('old')
  const saved = publisher.bringUpToDate('/page', { newest: true })
  drawing.resolve()
  await saved
  expect(await readFile(join(siteDir, 'page.html'), 'utf8')).toContain('newest')
  await publisher.stop()
})

test('several pages are drawn at a time, never one of them twice, and one that changes meanwhile is drawn again', async () => {
  const drawing = new Set<string>()
  let most = 0
  const publisher = createTestPublisher(
    db,
    siteDir,
    async (path, locals) => {
      expect(drawing).not.toContain(path)
      drawing.add(path)
      most = Math.max(most, drawing.size)
      if (path === '/page-2' && most < 3) await changePage(db, path, 'changed meanwhile')
      await setImmediate()
      drawing.delete(path)
      return renderTestPage(path, locals)
    },
    undefined,
    { pagesAtOnce: () => 3 }
  )
  for (let page = 1; page < 9; page += 1) await changePage(db, `/page-${page}`, 'of many')
  expect(await publisher.drain()).toBe(0)
  expect(most).toBe(3)
  expect(await readFile(join(siteDir, 'page-2.html'), 'utf8')).toContain('changed meanwhile')
  expect(await readPlace(siteDir)).toEqual({ change: 9, waiting: [] })
})

test('what was queued before the start is published', async () => {
  const publisher = createTestPublisher(db, siteDir)
  await changePage(db, '/page', 'left by a process that was killed')
  publisher.start()
  await expect.poll(() => existsSync(join(siteDir, 'page.html')), patient).toBe(true)
  await publisher.stop()
})

test('between start and stop, what a transaction queues is published without being asked for', async () => {
  const publisher = createTestPublisher(db, siteDir)
  publisher.start()
  await changePage(db, '/page', 'fresh')
  await expect.poll(() => existsSync(join(siteDir, 'page.html')), patient).toBe(true)
  await publisher.stop()
  await changePage(db, '/other', 'fresh')
  expect(existsSync(join(siteDir, 'other.html'))).toBe(false)
  expect(await readPlace(siteDir)).toEqual({ change: 1, waiting: [] })
})
