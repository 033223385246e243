import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { PageTime } from '../contract/pages.ts'
import { openDatabase } from '../platform/database/open.ts'
import type { Db } from '../platform/database/schema.ts'
import { testSite, testTime } from '../testing/page-fixture.ts'
import { type PageSource, publishPage } from './publish-page.ts'

let siteDir: string
let db: Db
let shown: Map<string, number> | null
let time: PageTime
let renderings: number

beforeEach(async () => {
  siteDir = await mkdtemp(join(tmpdir(), 'doubloon-made-'))
  db = openDatabase(join(siteDir, 'database.sqlite'))
  shown = new Map([['MSTY', 0.2836]])
  time = testTime
  renderings = 0
})
afterEach(async () => {
  await db.destroy()
  await rm(siteDir, { recursive: true })
})

/** A thread, with what it made. */
function startThread() {
  const source = {
    db,
    siteDir,
    site: testSite,
    loadPage: async () => shown && { kind: 'robots' as const, closedPaths: [], shown },
    readTime: async () => time,
    render: async () => {
      renderings += 1
      return `<html>${[...(shown ?? [])].join(' ')} on ${time.today}</html>`
    },
    made: new Map()
  } satisfies PageSource
  return () => publishPage(source, '/msty')
}

const readPage = () => readFile(join(siteDir, 'msty.html'), 'utf8')

test('a page is rendered again only if its model or its time has changed', async () => {
  const publish = startThread()
  expect([await publish(), await publish(), renderings]).toEqual(['written', 'unchanged', 1])
  shown = new Map([['MSTY', 0.2837]])
  expect([await publish(), renderings, await readPage()]).toMatchObject([
    'written',
    2,
    expect.stringContaining('0.2837')
  ])
  time = { ...testTime, today: '2026-09-01' }
  expect([await publish(), await publish(), renderings]).toEqual(['written', 'unchanged', 3])
})

test('a file that somebody removed or replaced is made again', async () => {
  const publish = startThread()
  await publish()
  await rm(join(siteDir, 'msty.html'))
  expect(await publish()).toBe('written')
  await writeFile(join(siteDir, 'msty.html'), 'something else')
  expect(await publish()).toBe('written')
  expect(await readPage()).toContain('0.2836')
})

test('a thread notices that another one has made a newer file, and a page that came back', async () => {
  const [first, second] = [startThread(), startThread()]
  const old = shown
  await first()
  shown = new Map([['MSTY', 0.2837]])
  await second()
  shown = old
  expect(await first()).toBe('written')
  expect(await readPage()).toContain('0.2836')
  shown = null
  expect([await first(), existsSync(join(siteDir, 'msty.html'))]).toEqual(['gone', false])
  shown = old
  expect(await first()).toBe('written')
})
