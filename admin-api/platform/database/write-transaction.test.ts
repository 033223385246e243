import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isOnPostgres, openTestDatabase } from '../../testing/database.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { readMeta, writeMeta } from './meta.db.ts'
import type { Db } from './schema.ts'
import { afterCommit, writeTransaction } from './write-transaction.ts'

const database = forEachTest(() => openTestDatabase('tables'))

test.skipIf(isOnPostgres)('a transaction locks out other writers at its start, changing no row', async () => {
  const other = new SQLite(database.location, { timeout: 0 })
  const write = () => other.exec("insert into meta values ('database-id', 'of the other process')")
  await writeTransaction(database.db, async (trx) => {
    expect(write).toThrow('database is locked')
    expect(await trx.selectFrom('meta').selectAll().execute()).toEqual([])
  })
  expect(write).not.toThrow()
  other.close()
})

test('a transaction returns the result of its work', async () => {
  expect(await writeTransaction(database.db, async () => 5)).toBe(5)
})

test('a callback runs once after the commit, with the database', async () => {
  const seen: [Db, string | null][] = []
  const running: Promise<void>[] = []
  const callback = (of: Db) =>
    void running.push(readMeta(of, 'database-id').then((id) => void seen.push([of, id])))
  await writeTransaction(database.db, async (trx) => {
    afterCommit(trx, callback)
    await writeMeta(trx, 'database-id', 'x')
    afterCommit(trx, callback)
    expect(running).toEqual([])
  })
  await Promise.all(running)
  expect(seen).toEqual([[database.db, 'x']])
  await writeTransaction(database.db, (trx) => writeMeta(trx, 'database-id', 'y'))
  expect(running).toHaveLength(1)
})

test('failed work is rolled back, and its callbacks do not run', async () => {
  let calls = 0
  const failing = writeTransaction(database.db, async (trx) => {
    await writeMeta(trx, 'database-id', 'x')
    afterCommit(trx, () => {
      calls += 1
    })
    throw new Error('the last step failed')
  })
  await expect(failing).rejects.toThrow('the last step failed')
  expect(calls).toBe(0)
  expect(await readMeta(database.db, 'database-id')).toBeNull()
})

test.skipIf(isOnPostgres)('a full disk is named by the error, and the next transaction works', async () => {
  await sql`pragma max_page_count = 1`.execute(database.db)
  const growing = writeTransaction(database.db, (trx) => writeMeta(trx, 'database-id', 'x'.repeat(100_000)))
  await expect(growing).rejects.toMatchObject({ code: 'SQLITE_FULL' })
  await sql`pragma max_page_count = 1000000`.execute(database.db)
  await writeTransaction(database.db, (trx) => writeMeta(trx, 'database-id', 'x'))
})

test('a transaction inside a transaction is refused', async () => {
  const nested = writeTransaction(database.db, (trx) => writeTransaction(trx, async () => 'inner'))
  await expect(nested).rejects.toThrow('calling the transaction method for a Transaction is not supported')
})
