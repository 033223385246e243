import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import SQLite from 'better-sqlite3'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readQueuedPaths } from '../../testing/read-queued-paths.ts'
import { copyDatabase, isOnPostgres, openCopy } from '../../testing/seeded-file.ts'
import { writeMeta } from './meta.db.ts'
import { migrate } from './migrations.ts'
import { enqueuePages } from '../../publishing/page-log.db.ts'
import type { Database } from './schema.ts'
import { onPagesQueued, writeTransaction } from './write-transaction.ts'

const now = new Date('2026-06-01T12:00:00Z')
let file: string
let db: Kysely<Database>

beforeEach(async () => {
  file = await copyDatabase(false)
  db = openCopy(file)
  await migrate(db)
})
afterEach(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

test.skipIf(isOnPostgres)('it is the only writer from its start, and changes nothing by that', async () => {
  const other = new SQLite(file, { timeout: 0 })
  const write = () => other.exec("insert into meta values ('database-id', 'of the other process')")
  await writeTransaction(db, async (trx) => {
    expect(write).toThrow('database is locked')
    expect(await trx.selectFrom('meta').selectAll().execute()).toEqual([])
  })
  expect(write).not.toThrow()
  other.close()
})

test('its result is what the work returned', async () => {
  expect(await writeTransaction(db, async () => 5)).toBe(5)
})

test('a listener is called once after the commit, and not when no page was queued', async () => {
  const queuesSeen: Promise<string[]>[] = []
  const stop = onPagesQueued(db, () => queuesSeen.push(readPaths()))
  await writeTransaction(db, async (trx) => {
    await enqueuePages(trx, ['/msty'], now)
    await enqueuePages(trx, ['/'], now)
    expect(queuesSeen).toEqual([])
  })
  expect(await Promise.all(queuesSeen)).toEqual([['/msty', '/']])
  await writeTransaction(db, (trx) => writeMeta(trx, 'database-id', 'x'))
  await writeTransaction(db, (trx) => enqueuePages(trx, [], now))
  expect(queuesSeen).toHaveLength(1)
  stop()
  await writeTransaction(db, (trx) => enqueuePages(trx, ['/'], now))
  expect(queuesSeen).toHaveLength(1)
})

test('work that fails leaves nothing, and no listener hears of it', async () => {
  let calls = 0
  onPagesQueued(db, () => {
    calls += 1
  })
  const failing = writeTransaction(db, async (trx) => {
    await enqueuePages(trx, ['/'], now)
    throw new Error('the last step failed')
  })
  await expect(failing).rejects.toThrow('the last step failed')
  expect(calls).toBe(0)
  expect(await readPaths()).toEqual([])
})

test.skipIf(isOnPostgres)(
  'a disk without room is what the error says, and the next transaction works',
  async () => {
    await sql`pragma max_page_count = 1`.execute(db)
    const growing = writeTransaction(db, (trx) => writeMeta(trx, 'database-id', 'x'.repeat(100_000)))
    await expect(growing).rejects.toMatchObject({ code: 'SQLITE_FULL' })
    await sql`pragma max_page_count = 1000000`.execute(db)
    await writeTransaction(db, (trx) => writeMeta(trx, 'database-id', 'x'))
  }
)

test('a listener hears of its own database only', async () => {
  const otherFile = await copyDatabase(false)
  const other = openCopy(otherFile)
  let calls = 0
  onPagesQueued(other, () => {
    calls += 1
  })
  await writeTransaction(db, (trx) => enqueuePages(trx, ['/'], now))
  expect(calls).toBe(0)
  await other.destroy()
  await rm(dirname(otherFile), { recursive: true })
})

test('a transaction inside a transaction is refused', async () => {
  const nested = writeTransaction(db, (trx) => writeTransaction(trx, async () => 'inner'))
  await expect(nested).rejects.toThrow('calling the transaction method for a Transaction is not supported')
})

async function readPaths(): Promise<string[]> {
  return await readQueuedPaths(db)
}
