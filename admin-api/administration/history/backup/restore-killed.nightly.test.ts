import { readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { deriveFigures } from '../../../estimates/derive-figures.ts'
import { openDatabase } from '../../../platform/database/open.ts'
import type { Db } from '../../../platform/database/schema.ts'
import { startUntilKilled } from '../../../testing/bundled-programs.ts'
import { copySqlite } from '../../../testing/database.ts'
import { pages } from '../../../testing/pages.ts'
import { refreshFigures } from '../../../testing/refresh-figures.ts'
import { writeBackup } from './backup-transfer.ts'

let file: string
let folder: string
/** The initial state, and one in which every payment is doubled. */
let backups: [string, string]

beforeEach(async () => {
  folder = await copySqlite('two-funds')
  file = join(folder, 'doubloon.sqlite')
  const db = openDatabase(file)
  const original = await text(Readable.from(writeBackup(db)))
  await db.destroy()
  const backup = JSON.parse(original)
  backups = [original, JSON.stringify(doubled(backup))]
  await writeFile(join(folder, 'one.json'), backups[0])
  await writeFile(join(folder, 'two.json'), backups[1])
})
afterEach(() => rm(folder, { recursive: true, force: true }))

type Backup = { version: string; exported_at: string; data: Record<string, unknown>[] }

function doubled(backup: Backup): Backup {
  return {
    ...backup,
    exported_at: '2026-06-01T00:00:00.000Z',
    data: backup.data.map((record) => ({ ...record, actual_dividend: 2 * Number(record['actual_dividend']) }))
  }
}

/** Restores and kills the process this long after restore number `number` (from 1) has started. */
async function restoreAndKill(number: number, afterMs: number): Promise<void> {
  const { untilLine, kill } = await startRestoring()
  await untilLine(number)
  await setTimeout(afterMs)
  await kill()
}

/** @returns milliseconds that one restore takes on this machine */
async function timeRestore(): Promise<number> {
  const { untilLine, kill } = await startRestoring()
  await untilLine(1)
  const startedAt = performance.now()
  await untilLine(2)
  const took = performance.now() - startedAt
  await kill()
  return took
}

function startRestoring(files = [join(folder, 'two.json'), join(folder, 'one.json')]) {
  return startUntilKilled('restore', folder, ...files)
}

const parts = (db: Db) => ({ db, now: new Date(), queueChange: pages.queueChange })

/** Which of the two states a database is in after its next start; anything else is 'torn'. */
async function stateOf(databaseFile: string): Promise<'one' | 'two' | 'torn'> {
  const started = openDatabase(databaseFile)
  await deriveFigures(parts(started))
  await started.destroy()
  const sqlite = new SQLite(databaseFile)
  expect(sqlite.pragma('integrity_check', { simple: true })).toBe('ok')
  const amounts = sqlite
    .prepare(
      'select newest.amount, latest_amount from estimate join payment as newest using (symbol) where latest_ex_date = ex_date'
    )
    .all() as { amount: number; latest_amount: number }[]
  sqlite.close()
  // Estimates are derived at the start, so they are based on the same payments.
  for (const { amount, latest_amount } of amounts) expect(latest_amount).toBe(amount)
  const db = openDatabase(databaseFile)
  const { exported_at: _, ...now } = JSON.parse(await text(Readable.from(writeBackup(db)))) as Backup
  await db.destroy()
  const states = backups.map((backup) => {
    const { exported_at: __, ...state } = JSON.parse(backup) as Backup
    return JSON.stringify(state)
  })
  return (['one', 'two'] as const)[states.indexOf(JSON.stringify(now))] ?? 'torn'
}

test('a restore killed at any of ten moments leaves the old or new state and only complete backups', async () => {
  const oneMs = await timeRestore()
  for (let round = 0; round < 8; round += 1) {
    await restoreAndKill(1, ((round + 0.5) / 8) * 1.2 * oneMs)
    expect(await stateOf(file)).not.toBe('torn')
  }
  // Killed when the next one starts: the previous restore has finished, however slow the machine.
  await restoreAndKill(2, 0)
  expect(await stateOf(file)).toBe('two')
  await restoreAndKill(3, 0)
  expect(await stateOf(file)).toBe('one')
  const names = await readdir(join(folder, 'backups'))
  const backupNames = names.filter((name) => name.endsWith('.sqlite'))
  expect(backupNames.length).toBeGreaterThan(0)
  for (const name of backupNames) expect(await stateOf(join(folder, 'backups', name))).not.toBe('torn')
}, 240_000)

/** KILLS=30 after a change to the derivation of figures. */
const kills = Number(process.env['KILLS'] ?? 10)
/** A change of a payment and its derivation take about as long. */
const changeMs = 1000

test(
  'after a kill during payment changes, the next start derives estimates that match the stored payments, and none is signed twice',
  async () => {
    for (let round = 0; round < kills; round += 1) {
      const { untilLine, kill } = await startRestoring([])
      await untilLine(2)
      await setTimeout((round / kills) * changeMs)
      await kill()
      const db = openDatabase(file)
      await deriveFigures(parts(db))
      const changed = await refreshFigures(parts(db))
      const { amount } = await db
        .selectFrom('payment')
        .select('amount')
        .where('symbol', '=', 'MSTY')
        .orderBy('payment_date', 'desc')
        .executeTakeFirstOrThrow()
      const leaves = await db.selectFrom('record_leaf').select('leaf').execute()
      await db.destroy()
      const versions = leaves.flatMap(({ leaf }) => {
        const { origin, symbol, version } = JSON.parse(leaf)
        return origin === 'live' ? [`${symbol} ${version}`] : []
      })
      expect(versions.length).toBeGreaterThan(0)
      expect(versions.toSorted()).toEqual([...new Set(versions)].sort())
      expect(changed).toEqual([])
      expect(amount).toBeOneOf(Array.from({ length: 10 }, (_, cents) => 0.2 + cents / 100))
    }
  },
  40_000 * kills
)
