import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startUntilKilled } from '../../../testing/bundled-programs.ts'
import { findTemplate } from '../../../testing/database.ts'
import { makeFund } from '../../../testing/make.ts'
import { findFault } from '../check-database.ts'
import { openDatabase } from '../open.ts'

let folder: string
let dataDir: string
let file: string
const copies = ['one', 'two']

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-restore-'))
  dataDir = join(folder, 'data')
  file = join(dataDir, 'doubloon.sqlite')
  for (const name of copies) await makeDatabase(join(folder, name), name)
  await makeDatabase(file, 'first')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** A database of one fund, whose name says which database it is. */
async function makeDatabase(path: string, name: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await copyFile(await findTemplate('tables'), path)
  const db = openDatabase(path)
  await db.insertInto('fund').values(makeFund({ name })).execute()
  await db.destroy()
}

test('a restore killed at any of ten moments leaves one of the two databases, undamaged', async () => {
  const oneMs = await timeRestore()
  for (let round = 0; round < 10; round += 1) {
    await restoreAndKill(((round + 0.5) / 10) * 2 * oneMs)
    expect(findFault(file)).toBe(null)
    const sqlite = new SQLite(file)
    expect(['first', ...copies]).toContain(sqlite.prepare('select name from fund').pluck().get())
    sqlite.close()
  }
  const backups = await readdir(join(dataDir, 'backups'))
  const complete = backups.filter((name) => name.endsWith('.sqlite'))
  expect(complete.length).toBeGreaterThan(0)
  for (const name of complete) expect(findFault(join(dataDir, 'backups', name))).toBe(null)
}, 240_000)

/** Lets the command finish one restore. @returns its milliseconds at the current load of the machine */
async function timeRestore(): Promise<number> {
  const { untilLine, kill } = await startRestoring()
  await untilLine(1)
  const begun = performance.now()
  await untilLine(2)
  const took = performance.now() - begun
  await kill()
  return took
}

async function restoreAndKill(afterMs: number): Promise<void> {
  const { untilLine, kill } = await startRestoring()
  await untilLine(1)
  await setTimeout(afterMs)
  await kill()
}

function startRestoring() {
  return startUntilKilled('restore-database', dataDir, ...copies.map((name) => join(folder, name)))
}
