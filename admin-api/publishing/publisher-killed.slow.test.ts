import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '../platform/database/open.ts'
import type { Db } from '../platform/database/schema.ts'
import { startUntilKilled } from '../testing/bundled-programs.ts'
import { copySqlite } from '../testing/database.ts'
import { createPageTable, createTestPublisher, readBodies } from '../testing/page-fixture.ts'

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

/** Not a multiple of the number of pages or of the changes between two pauses. */
const changesApart = 23

test('after a kill at any moment, the next start leaves no stale, partial or extra file', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { untilLine, kill } = await startUntilKilled('publish', join(folder, 'doubloon.sqlite'), siteDir)
    await untilLine(1 + round * changesApart)
    await kill()

    await createTestPublisher(db, siteDir).drain()
    await expectFilesToShowTheDatabase()
  }
})

async function expectFilesToShowTheDatabase(): Promise<void> {
  const pages = await readBodies(db)
  expect(pages.length).toBeGreaterThan(0)
  for (const { path, body } of pages) {
    const file = join(siteDir, `${path}.html`)
    if (body === null) {
      expect(existsSync(file), `${path} is gone`).toBe(false)
      continue
    }
    const html = await readFile(file, 'utf8')
    expect(html).toContain(`<body>${body}</body>`)
    expect(brotliDecompressSync(await readFile(`${file}.br`)).toString()).toBe(html)
  }
  const expected = pages.filter((page) => page.body !== null).length * 2
  const remaining = (await readdir(siteDir)).filter(
    (name) => !name.endsWith('.writing') && !name.startsWith('.')
  )
  expect(remaining).toHaveLength(expected)
}
