import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { copiedTables } from '../platform/database/copy-all-rows.ts'
import { openDatabase } from '../platform/database/open.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { findTemplate, isOnPostgres, openTestDatabase, seededAt } from '../testing/database.ts'
import { fewMayFacts } from '../testing/may-facts.ts'
import { pages } from '../testing/pages.ts'
import { factTables } from './fill-database.ts'
import {
  copyFirstDatabase,
  copyFirstFacts,
  fillDatabase,
  readFirstWalk,
  writeFirstDatabase
} from './first-database.ts'

let folder: string
let first: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-first-'))
  first = join(folder, 'first.sqlite')
  await writeFirstDatabase(first, fewMayFacts)
})
afterAll(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** All rows except the key and signatures of the signed record and the revision of closes, which differ by database. */
async function readRows(file: string): Promise<Record<string, unknown[]>> {
  const db = openDatabase(file)
  const rows: Record<string, unknown[]> = {}
  for (const table of copiedTables)
    if (table !== 'record_signature') rows[table] = await db.selectFrom(table).selectAll().execute()
  rows['meta'] = (await db.selectFrom('meta').selectAll().execute()).filter(
    ({ key }) => key !== 'record-key' && key !== 'closes-revision'
  )
  await db.destroy()
  return rows
}

test('a prepared database is filled like one from the files, without a new walk-forward run', async () => {
  const file = join(folder, 'doubloon.sqlite')
  copyFirstDatabase(file, fewMayFacts, first)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const db = openDatabase(file)
  let isUsed = false
  const walk = readFirstWalk(first)
  await fillDatabase(db, fewMayFacts, {
    now: seededAt,
    queueChange: pages.queueChange,
    readWalk: () =>
      walk && {
        ...walk,
        walk: {
          ...walk.walk,
          backtested: () => {
            isUsed = true
            return walk.walk.backtested()
          }
        }
      }
  })
  await db.destroy()
  expect(isUsed).toBe(true)
  expect(await readRows(file)).toEqual(await readRows(await findTemplate('two-funds')))
})

test('neither facts of another version of data/ nor a walk-forward run on other histories are used', async () => {
  const file = join(folder, 'other.sqlite')
  copyFirstDatabase(file, { ...fewMayFacts, digest: () => 'changed since' }, first)
  await expect(stat(file)).rejects.toThrow('ENOENT')
  copyFirstDatabase(file, fewMayFacts, first)
  const db = openDatabase(file)
  await db.updateTable('price').set({ close: 20 }).where('symbol', '=', 'MSTY').execute()
  await fillDatabase(db, fewMayFacts, {
    now: seededAt,
    queueChange: pages.queueChange,
    readWalk: () => readFirstWalk(first)
  })
  const { price } = await db
    .selectFrom('estimate')
    .select('price')
    .where('symbol', '=', 'MSTY')
    .executeTakeFirstOrThrow()
  await db.destroy()
  expect(price).toBe(20)
})

test.runIf(isOnPostgres)('PostgreSQL gets the prepared facts', async () => {
  const { db, close } = await openTestDatabase('tables')
  const copy = (digest: string) =>
    writeTransaction(db, (trx) => copyFirstFacts(trx, { ...fewMayFacts, digest: () => digest }, first))
  expect(await copy('changed since')).toBe(false)
  expect(await copy(fewMayFacts.digest())).toBe(true)
  const prepared = openDatabase(first)
  for (const table of factTables) {
    const [rows, expected] = [
      await db.selectFrom(table).selectAll().execute(),
      await prepared.selectFrom(table).selectAll().execute()
    ]
    expect(new Set(rows)).toEqual(new Set(expected))
    expect(rows).toHaveLength(expected.length)
  }
  await prepared.destroy()
  await close()
})
