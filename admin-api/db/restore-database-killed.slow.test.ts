import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { makeFund } from '../testing/make.ts'
import { findFault } from './check-database.ts'
import { migrate } from './migrations.ts'
import { openDatabase } from './open.ts'

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
  const db = openDatabase(path)
  await migrate(db)
  await db.insertInto('fund').values(makeFund({ name })).execute()
  await db.destroy()
}

test('killed at any of 30 moments, the command leaves one database or the other, whole', async () => {
  for (let round = 0; round < 30; round += 1) {
    await restoreAndKill(Math.random() * 200)
    expect(findFault(file)).toBe(null)
    const sqlite = new SQLite(file)
    expect(['first', ...copies]).toContain(sqlite.prepare('select name from fund').pluck().get())
    sqlite.close()
  }
  const backups = await readdir(join(dataDir, 'backups'))
  const whole = backups.filter((name) => name.endsWith('.sqlite'))
  expect(whole.length).toBeGreaterThan(0)
  for (const name of whole) expect(findFault(join(dataDir, 'backups', name))).toBe(null)
}, 240_000)

async function restoreAndKill(afterMs: number): Promise<void> {
  const script = new URL('../testing/restore-database-until-killed.ts', import.meta.url).pathname
  const child = spawn(process.execPath, [script, dataDir, ...copies.map((name) => join(folder, name))], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const closed = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), closed])
  await setTimeout(afterMs)
  // One that ended by itself would be waited for in vain; its own words stand on stderr.
  expect(child.exitCode).toBe(null)
  child.kill('SIGKILL')
  await closed
}
