import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { isOnPostgres, openTestDatabase } from '../testing/database.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { countSearches } from './search-history.db.ts'
import { openSearchThread } from './search-thread.ts'

const database = forEachTest(() => openTestDatabase('tables'))
const search = { symbol: 'MSTY', searched_at: '2026-06-01T12:00:00.000Z', ip_short: '', user_agent: '' }

async function open() {
  const thread = await openSearchThread(database.db, pino({ level: 'silent' }))
  onTestFinished(thread.stop)
  return thread
}

test('while a thread stores searches, other connections can read, and their writes wait', async () => {
  const { db } = database
  const thread = await open()
  const order: string[] = []
  const stored = thread.store(Array(2500).fill(search)).then(() => order.push('stored'))
  const read = countSearches(db).then((count) => order.push(`read ${count}`))
  const written = writeTransaction(db, countSearches).then((count) => order.push(`written after ${count}`))
  await Promise.all([stored, read, written])
  // PostgreSQL makes writers wait by itself, in any order.
  if (!isOnPostgres) expect(order.toSorted()).toEqual(['read 0', 'stored', 'written after 2500'])
  expect(await countSearches(db)).toBe(2500)
})

test('after a failure in the thread, other writes and the thread still work', async () => {
  const { db } = database
  const thread = await open()
  await db.schema.alterTable('search_history').renameTo('elsewhere').execute()
  await expect(thread.store([search])).rejects.toThrow(/search_history/)
  await writeTransaction(db, (trx) => trx.schema.alterTable('elsewhere').renameTo('search_history').execute())
  await thread.store([search])
  expect(await countSearches(db)).toBe(1)
})

test.runIf(!isOnPostgres)(
  'the connection that answers requests leaves checkpoints to the thread',
  async () => {
    const { db } = database
    await open()
    const { rows } = await sql<{ wal_autocheckpoint: number }>`pragma wal_autocheckpoint`.execute(db)
    expect(rows[0]?.wal_autocheckpoint).toBeGreaterThan(10_000)
  }
)
