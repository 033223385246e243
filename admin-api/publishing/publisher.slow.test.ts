import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../platform/database/open.ts'
import type { Db } from '../platform/database/schema.ts'
import { copySqlite } from '../testing/database.ts'
import { changePage, createPageTable, createTestPublisher, renderTestPage } from '../testing/page-fixture.ts'
import { enqueuePages } from './page-log.db.ts'
import { createPageQueue, readCursor } from './page-queue.ts'

/** A write may take more than the default second on a busy machine. */
const patient = { timeout: 60_000 }

let folder: string
let siteDir: string
let db: Db

beforeEach(async () => {
  folder = await copySqlite('tables')
  siteDir = join(folder, 'site')
  db = openDatabase(join(folder, 'doubloon.sqlite'))
  await createPageTable(db)
})

afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
})

test('a changed page is written, a deleted page is removed, and the queue is empty afterwards', async () => {
  const publisher = createTestPublisher(db, siteDir)
  await changePage(db, '/msty', '0.2979')
  expect(await publisher.drain()).toBe(0)
  expect(await readFile(join(siteDir, 'msty.html'), 'utf8')).toContain('<body>0.2979</body>')

  await changePage(db, '/msty', null)
  expect(await publisher.drain()).toBe(0)
  expect(await readdir(siteDir)).toEqual(['.place.json'])
  expect(await readCursor(siteDir)).toEqual({ change: 2, waiting: [] })
})

test('a page that changes while it is rendered is rendered again', async () => {
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

test('a page that fails keeps its old file, stays in the queue, and delays no other page', async () => {
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
  expect(await readCursor(siteDir)).toEqual({ change: 3, waiting: ['/a'] })

  isBroken = false
  expect(await publisher.drain()).toBe(0)
  expect(publisher.countFailing()).toBe(0)
  expect(await readFile(join(siteDir, 'a.html'), 'utf8')).toContain('new')
})

test('a page that goes first is rendered next, however long the queue is', async () => {
  const rendered: string[] = []
  const publisher = createTestPublisher(db, siteDir, async (path, locals) => {
    rendered.push(path)
    if (path === '/page-1') {
      await changePage(db, '/page-9', 'requested')
      await enqueuePages(db, ['/page-9'], new Date(), { goesFirst: true })
      void publisher.drain()
    }
    return renderTestPage(path, locals)
  })
  for (let page = 1; page < 9; page += 1) await changePage(db, `/page-${page}`, 'of many')
  expect(await publisher.drain()).toBe(0)
  expect(rendered.slice(0, 3)).toEqual(['/page-1', '/page-9', '/page-2'])
  expect(rendered).toHaveLength(9)
})

test('a page that visitors request is rendered next, once for all of them', async () => {
  const rendered: string[] = []
  const requests: Promise<void>[] = []
  const publisher = createTestPublisher(db, siteDir, async (path, locals) => {
    rendered.push(path)
    if (path === '/page-1')
      requests.push(publisher.bringUpToDate('/page-8'), publisher.bringUpToDate('/page-8'))
    return renderTestPage(path, locals)
  })
  for (let page = 1; page < 9; page += 1) await changePage(db, `/page-${page}`, 'of many')
  const all = publisher.drain()
  await expect.poll(() => requests.length, patient).toBe(2)
  await Promise.all(requests)
  expect(await readFile(join(siteDir, 'page-8.html'), 'utf8')).toContain('of many')
  expect(rendered.slice(0, 2)).toEqual(['/page-1', '/page-8'])
  expect(await all).toBe(0)
  expect(rendered).toHaveLength(8)
})

test('only the first of many pages are urgent; a page that visitors request is urgent and does not wait', async () => {
  const { promise: slowPage, resolve: endSlowPage } = Promise.withResolvers<'written'>()
  const begun: [string, boolean][] = []
  const publisher = createTestPublisher(db, siteDir, renderTestPage, pino({ level: 'silent' }), {
    publishPage: async (path, isUrgent) => {
      begun.push([path, isUrgent])
      return path === '/requested' ? 'written' : slowPage
    }
  })
  for (let index = 0; index < 41; index += 1) await changePage(db, `/slow-${index}`, 'text')
  await changePage(db, '/requested', 'text')
  const drained = publisher.drain()
  await expect.poll(() => begun.length, patient).toBe(1)
  await publisher.bringUpToDate('/requested')
  expect(begun).toEqual([
    ['/slow-0', true],
    ['/requested', true]
  ])
  endSlowPage('written')
  await drained
  expect(begun.at(-1)).toEqual(['/slow-40', false])
})

test('pages without a servable file are rendered at both priorities at once', async () => {
  const paths = Array.from({ length: 50 }, (_, index) => `/page-${index}`)
  for (const path of paths) await changePage(db, path, 'text')
  const queue = createPageQueue({ db, siteDir, log: pino({ level: 'silent' }) })
  await queue.skipToEnd()
  await queue.addAll(paths, new Date())
  const begun: boolean[] = []
  const gate = Promise.withResolvers<'written'>()
  const publisher = createTestPublisher(db, siteDir, renderTestPage, undefined, {
    queue,
    pagesAtOnce: 2,
    publishPage: (_path, isUrgent) => {
      begun.push(isUrgent)
      return gate.promise
    }
  })
  const drained = publisher.drain()
  await expect.poll(() => begun, patient).toEqual([true, true, false, false])
  gate.resolve('written')
  expect(await drained).toBe(0)
  expect(begun).toHaveLength(50)
})

test('a page that is up to date is not rendered for a visitor', async () => {
  const rendered: string[] = []
  const publisher = createTestPublisher(db, siteDir, async (path, locals) => {
    rendered.push(path)
    return renderTestPage(path, locals)
  })
  await publisher.bringUpToDate('/page')
  await changePage(db, '/page', 'fresh')
  await publisher.bringUpToDate('/page')
  await publisher.bringUpToDate('/page')
  expect(rendered).toEqual(['/page'])
  await publisher.stop()
})

test('while rendering takes long, visitors get the older file, unless they need the newest', async () => {
  const gate = Promise.withResolvers<void>()
  let isPaused = false
  const publisher = createTestPublisher(db, siteDir, async (path, locals) => {
    if (isPaused) await gate.promise
    return renderTestPage(path, locals)
  })
  await changePage(db, '/page', 'old')
  await publisher.drain()

  isPaused = true
  await changePage(db, '/page', 'newest')
  await publisher.bringUpToDate('/page')
  expect(await readFile(join(siteDir, 'page.html'), 'utf8')).toContain('old')
  const saved = publisher.bringUpToDate('/page', { newest: true })
  gate.resolve()
  await saved
  expect(await readFile(join(siteDir, 'page.html'), 'utf8')).toContain('newest')
  await publisher.stop()
})

test('several pages are rendered at a time, each by one task, and one that changes meanwhile is rendered again', async () => {
  const inProgress = new Set<string>()
  let most = 0
  const publisher = createTestPublisher(
    db,
    siteDir,
    async (path, locals) => {
      expect(inProgress).not.toContain(path)
      inProgress.add(path)
      most = Math.max(most, inProgress.size)
      if (path === '/page-2' && most < 3) await changePage(db, path, 'changed meanwhile')
      await setImmediate()
      inProgress.delete(path)
      return renderTestPage(path, locals)
    },
    undefined,
    { pagesAtOnce: 3 }
  )
  for (let page = 1; page < 9; page += 1) await changePage(db, `/page-${page}`, 'of many')
  expect(await publisher.drain()).toBe(0)
  expect(most).toBe(3)
  expect(await readFile(join(siteDir, 'page-2.html'), 'utf8')).toContain('changed meanwhile')
  expect(await readCursor(siteDir)).toEqual({ change: 9, waiting: [] })
})

test('a page queued before the start is published', async () => {
  const publisher = createTestPublisher(db, siteDir)
  await changePage(db, '/page', 'left by a process that was killed')
  publisher.start()
  await expect.poll(() => existsSync(join(siteDir, 'page.html')), patient).toBe(true)
  await publisher.stop()
})

test('between start and stop, queued pages are published without a request', async () => {
  const publisher = createTestPublisher(db, siteDir)
  publisher.start()
  await changePage(db, '/page', 'fresh')
  await expect.poll(() => existsSync(join(siteDir, 'page.html')), patient).toBe(true)
  await publisher.stop()
  await changePage(db, '/other', 'fresh')
  expect(existsSync(join(siteDir, 'other.html'))).toBe(false)
  expect(await readCursor(siteDir)).toEqual({ change: 1, waiting: [] })
})
