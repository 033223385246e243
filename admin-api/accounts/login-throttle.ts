import type { RawBuilder } from 'kysely'
import { databaseTime } from '../platform/database/dialect.ts'
import type { LoginAttemptTable } from '../platform/database/schema/operator.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { networkOf } from '../platform/http/client-address.ts'
import { ApiError } from '../platform/http/errors.ts'
import { deleteAttempts, deleteAttemptsOutside, findCounts, readTime, saveAttempts } from './accounts.db.ts'

/** After `freeAttempts` wrong passwords, each further one doubles the wait, from 1 s to the longest. */
type Delays = { freeAttempts: number; longestSeconds: number }

const perCaller: Delays = { freeAttempts: 5, longestSeconds: 15 * 60 }
/**
 * For all callers without a device cookie together, because a hundred machines with a few attempts each may be one
 * attacker. The wait stays short and spares known devices and the machine itself, so that strangers can't lock the
 * operator out.
 */
const allStrangers: Delays = { freeAttempts: 50, longestSeconds: 30 }
/** Time without a wrong password after which the count starts again. */
const resetAfterMs = 60 * 60 * 1000

/** A device known by its cookie, or a network; neither if a proxy hides the caller. */
export type LoginCaller = { device: string | null; network: string | null }

/**
 * Slows down password guessing. Counts are stored in the database, so that all instances share them and a restart
 * keeps them. Concurrent attempts are counted one after the other.
 */
export type LoginThrottle = {
  /** Counts an attempt as failed until another call revises that. @throws ApiError too-many-requests */
  begin: (caller: LoginCaller) => Promise<void>
  /**
   * Counts the attempt against this caller only, not against all strangers together. Used for a right password without
   * a code: otherwise the operator on a new device would wait twice during an attack.
   */
  spareOthers: (caller: LoginCaller) => Promise<void>
  /** Clears the failed attempts of this caller. */
  succeed: (caller: LoginCaller) => Promise<void>
}

/** @param now SQL for the current time in milliseconds */
export function createLoginThrottle(
  db: Db,
  now: (db: Db) => RawBuilder<number> = databaseTime
): LoginThrottle {
  /** @throws ApiError too-many-requests */
  async function refuseEarly(from: Db, counts: readonly Count[]): Promise<void> {
    const time = await readTime(from, now(from))
    const rows = await findCounts(
      from,
      counts.map(({ caller }) => caller)
    )
    const seconds = Math.max(0, ...rows.map((row) => Math.ceil(waitOf(row, time) / 1000)))
    if (seconds === 0) return
    const message = `Too many wrong passwords. Please try again in ${seconds} seconds.`
    throw new ApiError('too-many-requests', message, seconds)
  }

  async function change(
    trx: Trx,
    { caller, delays }: Count,
    { by, time }: { by: 1 | -1; time: number }
  ): Promise<void> {
    const [known] = await findCounts(trx, [caller])
    const attempts = (known?.tries ?? 0) + by
    if (attempts <= 0) return deleteAttempts(trx, caller)
    // The wait after the previous attempt was over when this one began.
    const wait_ms = by === 1 ? 1000 * secondsAfter(attempts, delays) : 0
    await saveAttempts(trx, { caller, tries: attempts, tried_at: time, wait_ms })
  }

  return {
    begin: async (caller) => {
      const counts = countsOf(caller)
      // First without the write lock, so that a flood of attempts does not block other writers.
      await refuseEarly(db, counts)
      await writeTransaction(db, async (trx) => {
        const time = await readTime(trx, now(trx))
        await deleteOldAttempts(trx, time)
        await refuseEarly(trx, counts)
        for (const count of counts) await change(trx, count, { by: 1, time })
      })
    },
    spareOthers: (caller) =>
      writeTransaction(db, async (trx) => {
        const time = await readTime(trx, now(trx))
        const [, ...others] = countsOf(caller)
        for (const count of others) await change(trx, count, { by: -1, time })
      }),
    succeed: (caller) =>
      writeTransaction(db, async (trx) => {
        const time = await readTime(trx, now(trx))
        for (const count of countsOf(caller)) {
          if (count.delays === perCaller) await deleteAttempts(trx, count.caller)
          else await change(trx, count, { by: -1, time })
        }
      })
  }
}

export async function cleanUpAttempts(trx: Trx): Promise<void> {
  await deleteOldAttempts(trx, await readTime(trx, databaseTime(trx)))
}

async function deleteOldAttempts(trx: Trx, time: number): Promise<void> {
  await deleteAttemptsOutside(trx, { from: time - resetAfterMs, to: time + resetAfterMs })
}

type Count = { caller: string; delays: Delays }

/** All counts that an attempt of this caller adds to. */
function countsOf({ device, network }: LoginCaller): Count[] {
  if (device !== null) return [{ caller: `device ${device}`, delays: perCaller }]
  const all = { caller: 'all', delays: allStrangers }
  if (network === null) return [all]
  const own = { caller: `network ${network}`, delays: perCaller }
  return loopback.includes(network) ? [own] : [own, all]
}

/** Calls from the machine itself, for example through an SSH tunnel, don't count as strangers. */
const loopback: readonly string[] = ['127.0.0.1', '::1'].map(networkOf)

function secondsAfter(attempts: number, { freeAttempts, longestSeconds }: Delays): number {
  return attempts < freeAttempts ? 0 : Math.min(longestSeconds, 2 ** (attempts - freeAttempts))
}

/** Zero if the attempt is in the future: a clock that was set back by days must not close the login for days. */
function waitOf({ tried_at, wait_ms }: LoginAttemptTable, time: number): number {
  const left = tried_at + wait_ms - time
  return left > wait_ms ? 0 : Math.max(0, left)
}
