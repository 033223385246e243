import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { copyDatabase, isOnPostgres, openCopy } from '../../../testing/seeded-file.ts'
import { migrate } from '../migrations.ts'
import type { Database } from '../schema.ts'
import { writeTransaction } from '../write-transaction.ts'
import { endAllLeases, findEndedLeases, findHeldLeases, isLeaseOf } from './leases.db.ts'
import { takeLease } from './take-lease.ts'
import { workAlone } from './work-alone.ts'

/** Never renewed by itself as long as a test takes. */
const long = { lengthMs: 600_000, renewEveryMs: 300_000 }
/** Renewed often, and soon lost where that fails. */
const short = { lengthMs: 400, renewEveryMs: 50 }

let file: string
/** What two processes have; one process has but one connection to a SQLite file. */
let db: Kysely<Database>
let other: Kysely<Database>

beforeEach(async () => {
  file = await copyDatabase(false)
  db = openCopy(file)
  await migrate(db)
  other = isOnPostgres ? openCopy(file) : db
})
afterEach(async () => {
  vi.useRealTimers()
  await db.destroy()
  await other.destroy()
  await rm(dirname(file), { recursive: true, force: true })
})

test('of many who ask at once one has it, and the next when it is given back', async () => {
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

test('one that has ended goes to whoever asks, and its last holder may write nothing more', async () => {
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

test('a holder that could not renew for long asks whether it still has it', async () => {
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

test('work begins again elsewhere when its holder stops, is begun by one at a time, and ends where the lease is lost', async () => {
  const working: string[] = []
  const begin = (name: string) => () => {
    working.push(name)
    return () => void working.splice(working.indexOf(name), 1)
  }
  const onError = (error: unknown) => {
    throw error
  }
  const stopFirst = workAlone(db, 'work', { begin: begin('first'), onError, times: short })
  await vi.waitFor(() => expect(working).toEqual(['first']))
  const stopSecond = workAlone(other, 'work', { begin: begin('second'), onError, times: short })
  await stopFirst()
  await vi.waitFor(() => expect(working).toEqual(['second']))
  await db.updateTable('lease').set({ holder: 'somebody else', ends_at: 9e15 }).execute()
  await vi.waitFor(() => expect(working).toEqual([]))
  await stopSecond()
  expect((await findHeldLeases(db)).map(({ holder }) => holder)).toEqual(['somebody else'])
})
