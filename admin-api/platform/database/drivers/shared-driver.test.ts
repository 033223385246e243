import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOnPostgres, openTestDatabase } from '../../../testing/database.ts'
import { forEachTest } from '../../../testing/fixtures.ts'
import { readMeta, writeMeta } from '../meta.db.ts'
import type { Db } from '../schema.ts'
import { writeTransaction } from '../write-transaction.ts'

const key = 'market-data'

const database = forEachTest(() => openTestDatabase('tables'))
let db: Db
/** A connection like that of another thread. */
let other: Db
beforeEach(async () => {
  db = database.db
  other = database.connect()
  await writeMeta(db, key, 'first')
})
afterEach(async () => {
  vi.useRealTimers()
  await other.destroy()
})

function write(value: string): Promise<unknown> {
  return writeTransaction(db, (trx) => writeMeta(trx, key, value))
}

test('while another connection writes, this one reads, and its writes wait', async () => {
  const done: string[] = []
  const waiting: Promise<unknown>[] = []
  await writeTransaction(other, async (trx) => {
    await writeMeta(trx, key, 'other')
    waiting.push(
      write('second').then(() => done.push('transaction')),
      db
        .deleteFrom('session')
        .execute()
        .then(() => done.push('statement'))
    )
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    expect(await readMeta(db, key)).toBe('first')
    // PostgreSQL locks no other table for a statement.
    if (!isOnPostgres) expect(done).toEqual([])
  })
  await Promise.all(waiting)
  expect(done.sort()).toEqual(['statement', 'transaction'])
  expect(await readMeta(db, key)).toBe('second')
})

test.skipIf(isOnPostgres)(
  'writes are refused while another one lasts too long, and work after it',
  async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const busy = { code: 'DATABASE_BUSY' }
    await writeTransaction(other, async () => {
      const waiting = Promise.all([
        expect(write('second')).rejects.toMatchObject(busy),
        expect(db.deleteFrom('session').execute()).rejects.toMatchObject(busy)
      ])
      await setImmediate()
      vi.advanceTimersByTime(10_000)
      await waiting
      expect(await readMeta(db, key)).toBe('first')
    })
    await write('third')
    expect(await readMeta(db, key)).toBe('third')
  }
)

test('a transaction that only reads does not wait for writers', async () => {
  await writeTransaction(other, async (trx) => {
    await writeMeta(trx, key, 'other')
    const read = db.transaction().setAccessMode('read only')
    expect(await read.execute((reading) => readMeta(reading, key))).toBe('first')
  })
})

test('a failed transaction releases the connection', async () => {
  await expect(
    writeTransaction(db, async () => {
      throw new Error('no')
    })
  ).rejects.toThrow('no')
  await write('after')
  expect(await readMeta(db, key)).toBe('after')
})
