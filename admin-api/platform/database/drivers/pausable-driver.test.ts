// Shows the same on any database.
import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { forEachTest } from '../../../testing/fixtures.ts'
import { readMeta, writeMeta } from '../meta.db.ts'
import { pauseWrites } from '../open.ts'
import type { Database } from '../schema.ts'
import { writeTransaction } from '../write-transaction.ts'

const key = 'market-data'

const database = forEachTest(() => openTestDatabase('tables'))
let db: Kysely<Database>
beforeEach(async () => {
  db = database.db
  await writeMeta(db, key, 'first')
})

function write(value: string): Promise<unknown> {
  return writeTransaction(db, (trx) => writeMeta(trx, key, value))
}

afterEach(() => {
  vi.useRealTimers()
})

async function waitBriefly(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
}

test('during a pause this connection reads, and its writes wait for the end', async () => {
  const resume = await pauseWrites(db)
  const other = database.connect()
  const done: string[] = []
  const waiting = [
    write('second').then(() => done.push('transaction')),
    db
      .deleteFrom('session')
      .execute()
      .then(() => done.push('statement'))
  ]
  await writeTransaction(other, async (trx) => {
    await writeMeta(trx, key, 'other')
    await waitBriefly()
    expect(await readMeta(db, key)).toBe('first')
  })
  expect(await readMeta(db, key)).toBe('other')
  expect(done).toEqual([])
  resume()
  await Promise.all(waiting)
  expect(done.sort()).toEqual(['statement', 'transaction'])
  expect(await readMeta(db, key)).toBe('second')
  await other.destroy()
})

test('writes fail during a pause that lasts too long, and work after its end', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const resume = await pauseWrites(db)
  const busy = { code: 'DATABASE_BUSY' }
  const waiting = Promise.all([
    ...['second', 'third'].map((value) => expect(write(value)).rejects.toMatchObject(busy)),
    expect(db.deleteFrom('session').execute()).rejects.toMatchObject(busy)
  ])
  await waitBriefly()
  vi.advanceTimersByTime(10_000)
  await waiting
  await expect(write('fourth')).rejects.toMatchObject(busy)
  expect(await readMeta(db, key)).toBe('first')
  resume()
  await write('fifth')
  expect(await readMeta(db, key)).toBe('fifth')
})

test('a pause begins after the open transaction and before waiting writers', async () => {
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: isOpen, resolve: begin } = Promise.withResolvers<void>()
  const open = writeTransaction(db, async (trx) => {
    begin()
    await mayEnd
    await writeMeta(trx, key, 'open')
  })
  await isOpen
  const next = write('next')
  let hasBegun = false
  const pause = pauseWrites(db).then((resume) => {
    hasBegun = true
    return resume
  })
  await waitBriefly()
  expect(hasBegun).toBe(false)
  end()
  const resume = await pause
  await open
  await waitBriefly()
  expect(await readMeta(db, key)).toBe('open')
  resume()
  await next
  expect(await readMeta(db, key)).toBe('next')
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
