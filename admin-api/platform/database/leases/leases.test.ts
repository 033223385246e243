import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isOnPostgres, openTestDatabase } from '../../../testing/database.ts'
import { forEachTest } from '../../../testing/fixtures.ts'
import type { Db } from '../schema.ts'
import { writeTransaction } from '../write-transaction.ts'
import {
  endAllLeases,
  findEndedLeases,
  findHeldLeases,
  isLeaseOf,
  runOnOneInstance,
  takeLease
} from './leases.ts'

/** Not renewed during a test. */
const long = { lengthMs: 600_000, renewEveryMs: 300_000 }
/** Renewed often, and lost soon if that fails. */
const short = { lengthMs: 400, renewEveryMs: 50 }

const database = forEachTest(() => openTestDatabase('tables'))
/** Connections of two processes; on SQLite there is only one. */
let db: Db
let other: Db

beforeEach(() => {
  db = database.db
  other = isOnPostgres ? database.connect() : db
})
afterEach(async () => {
  vi.useRealTimers()
  await other.destroy()
})

test('one of many concurrent callers acquires the lease, and another after its release', async () => {
  const asked = await Promise.all(
    Array.from({ length: 10 }, (_, i) => takeLease(i % 2 ? db : other, 'work', { times: long }))
  )
  const [lease, ...more] = asked.filter((taken) => taken !== null)
  expect(more).toEqual([])
  expect(await lease?.isHeld()).toBe(true)
  expect((await findHeldLeases(other)).map(({ name }) => name)).toEqual(['work'])
  await lease?.release()
  expect(await lease?.isHeld()).toBe(false)
  const next = await takeLease(other, 'work', { times: long })
  expect(next).not.toBeNull()
  await next?.release()
})

test('an expired lease can be acquired, and its last holder may write nothing more', async () => {
  const first = await takeLease(db, 'work', { times: long })
  await endAllLeases(other)
  expect((await findEndedLeases(db)).map(({ name }) => name)).toEqual(['work'])
  const second = await takeLease(other, 'work', { times: long })
  if (first === null || second === null) throw new Error('both had it, one after the other')
  expect(await writeTransaction(db, (trx) => isLeaseOf(trx, first))).toBe(false)
  expect(await writeTransaction(other, (trx) => isLeaseOf(trx, second))).toBe(true)
  await first.release()
  expect((await findHeldLeases(db)).map(({ holder }) => holder)).toEqual([second.holder])
  await second.release()
})

test('a holder that could not renew for long queries whether it still has the lease', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const lease = await takeLease(db, 'work', { times: long })
  await endAllLeases(other)
  vi.advanceTimersByTime(300_000)
  expect([lease?.isSure(), await lease?.isHeld(), lease?.isSure()]).toEqual([false, true, true])
  expect(await findHeldLeases(other)).toHaveLength(1)
  await endAllLeases(other)
  const next = await takeLease(other, 'work', { times: long })
  vi.advanceTimersByTime(300_000)
  expect([await lease?.isHeld(), await next?.isHeld()]).toEqual([false, true])
  await next?.release()
  await lease?.release()
})

test('work runs on one instance, moves to another when that one stops, and ends if the lease is lost', async () => {
  const working: string[] = []
  const begin = (name: string) => () => {
    working.push(name)
    return () => void working.splice(working.indexOf(name), 1)
  }
  const onError = (error: unknown) => {
    throw error
  }
  const stopFirst = runOnOneInstance(db, 'work', { begin: begin('first'), onError, times: short })
  await expect.poll(() => working).toEqual(['first'])
  const stopSecond = runOnOneInstance(other, 'work', { begin: begin('second'), onError, times: short })
  await stopFirst()
  await expect.poll(() => working).toEqual(['second'])
  await db.updateTable('lease').set({ holder: 'somebody else', ends_at: 9e15 }).execute()
  await expect.poll(() => working).toEqual([])
  await stopSecond()
  expect((await findHeldLeases(db)).map(({ holder }) => holder)).toEqual(['somebody else'])
})
