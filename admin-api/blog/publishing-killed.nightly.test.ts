import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sitemapPath } from '../contract/pages.ts'
import { openDatabase } from '../platform/database/open.ts'
import type { Db } from '../platform/database/schema.ts'
import { fileOfPage } from '../publishing/page-file.ts'
import { readCursor } from '../publishing/page-queue.ts'
import { createModelPublisher, listBlogPaths, renderModel } from '../testing/blog-fixture.ts'
import { startUntilKilled } from '../testing/bundled-programs.ts'
import { copySqlite } from '../testing/database.ts'
import { testSite, testTime } from '../testing/page-fixture.ts'
import { pages } from '../testing/pages.ts'

let folder: string
let siteDir: string
let db: Db

beforeEach(async () => {
  folder = await copySqlite('tables')
  siteDir = join(folder, 'site')
  db = openDatabase(join(folder, 'doubloon.sqlite'))
})
afterEach(async () => {
  await db.destroy()
  await rm(folder, { recursive: true, force: true })
})

test('after a kill at any moment of writing posts, the next start makes the files match the database', async () => {
  let redirects = 0
  for (let round = 0; round < 6; round += 1) {
    const firstStep = String(round * 100)
    const { untilLine, kill } = await startUntilKilled(
      'blog',
      join(folder, 'doubloon.sqlite'),
      siteDir,
      firstStep
    )
    await untilLine(1)
    await setTimeout(20 + round * 46)
    await kill()

    expect(await createModelPublisher(db, siteDir).drain()).toBe(0)
    redirects += await expectFilesToShowTheDatabase()
  }
  expect(redirects).toBeGreaterThan(0)
})

/** @returns number of pages that redirect */
async function expectFilesToShowTheDatabase(): Promise<number> {
  expect((await readCursor(siteDir))?.waiting).toEqual([])
  const paths = [...(await listBlogPaths(db)), sitemapPath]
  let redirects = 0
  for (const path of paths) {
    const page = await pages.load(db, path)
    if (page === null) throw new Error(`${path} is listed and cannot be loaded`)
    if (page.kind === 'blog-redirect') redirects += 1
    const file = fileOfPage(siteDir, path)
    const text = await readFile(file, 'utf8')
    expect(text).toBe(await renderModel(path, { site: testSite, page, time: testTime }))
    expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe(text)
  }
  const expected = paths.flatMap((path) => ['', '.br'].map((form) => fileOfPage(siteDir, path) + form))
  const files = (await readdir(siteDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.sort()).toEqual(expected.sort())
  return redirects
}
