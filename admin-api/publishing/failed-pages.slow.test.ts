import { existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../platform/database/open.ts'
import type { Db } from '../platform/database/schema.ts'
import { copySqlite } from '../testing/database.ts'
import { changePage, createPageTable, createTestPublisher, renderTestPage } from '../testing/page-fixture.ts'
import type { Publisher } from './publisher.ts'

/** A write may take more than the default second on a busy machine. */
const patient = { timeout: 60_000 }

let folder: string
let siteDir: string
let db: Db
let logged: string[]
let rendered: string[]
let isBroken: boolean
let publisher: Publisher

beforeEach(async () => {
  folder = await copySqlite('tables')
  siteDir = join(folder, 'site')
  await mkdir(siteDir)
  db = openDatabase(join(folder, 'doubloon.sqlite'))
  await createPageTable(db)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  logged = []
  rendered = []
  isBroken = false
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(JSON.parse(line).msg) })
  const render: typeof renderTestPage = async (path, locals) => {
    rendered.push(path)
    if (isBroken) throw new Error('broken template')
    return renderTestPage(path, locals)
  }
  publisher = createTestPublisher(db, siteDir, render, log)
})
afterEach(async () => {
  await publisher.stop()
  vi.useRealTimers()
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
})

/** Resolves when the publisher waits for the next retry. */
async function waitForPause(): Promise<void> {
  await expect.poll(() => vi.getTimerCount(), patient).toBe(1)
}

test('a page whose folder cannot be written is retried until it can, and failure and recovery are logged once', async () => {
  await writeFile(join(siteDir, 'blog'), 'a file instead of the folder')
  await changePage(db, '/blog/first', 'ahoy')
  publisher.start() // Retries what a killed process left, too.
  await waitForPause()
  vi.advanceTimersByTime(1000)
  await expect.poll(() => rendered.length, patient).toBe(2)
  await waitForPause()

  await rm(join(siteDir, 'blog'))
  vi.advanceTimersByTime(2000)
  await expect.poll(() => existsSync(join(siteDir, 'blog', 'first.html')), patient).toBe(true)
  await expect
    .poll(() => logged)
    .toEqual([
      'page could not be published; the old file stays, and the page will be retried',
      'pages that failed before are published now'
    ])
})

test('retry pauses grow from one second to a minute', async () => {
  isBroken = true
  await changePage(db, '/page', 'ahoy')
  publisher.start()
  let attempts = 1
  for (const seconds of [1, 2, 4, 8, 16, 32, 60, 60]) {
    await waitForPause()
    vi.advanceTimersByTime(seconds * 1000 - 1)
    expect(rendered).toHaveLength(attempts)
    vi.advanceTimersByTime(1)
    attempts += 1
    await expect.poll(() => rendered.length, patient).toBe(attempts)
  }
})

test('a page that changes during its pause is retried at once', async () => {
  isBroken = true
  await changePage(db, '/page', 'broken')
  publisher.start()
  await waitForPause()
  isBroken = false
  await changePage(db, '/page', 'fixed')
  await expect.poll(() => existsSync(join(siteDir, 'page.html')), patient).toBe(true)
})

test('while every page fails, only 20 are attempted at a time, new pages first', async () => {
  isBroken = true
  for (let page = 10; page < 60; page += 1) await changePage(db, `/page-${page}`, 'ahoy')
  publisher.start()
  await waitForPause()
  expect(rendered).toHaveLength(20)
  await changePage(db, '/page-60', 'ahoy')
  expect(rendered).toHaveLength(20)
  vi.advanceTimersByTime(1000)
  await waitForPause()
  expect(new Set(rendered).size).toBe(40)

  isBroken = false
  vi.advanceTimersByTime(2000)
  await expect.poll(() => existsSync(join(siteDir, 'page-60.html')), patient).toBe(true)
  await expect.poll(() => existsSync(join(siteDir, 'page-10.html')), patient).toBe(true)
})

test('a visitor does not wait for a page that has just failed', async () => {
  isBroken = true
  await changePage(db, '/page', 'ahoy')
  await publisher.bringUpToDate('/page')
  await publisher.bringUpToDate('/page')
  expect(rendered).toEqual(['/page'])
})
