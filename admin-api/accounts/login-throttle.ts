import type { Kysely, RawBuilder, Transaction } from 'kysely'
import { databaseTime } from '../platform/database/dialect/database-time.ts'
import type { LoginTryTable } from '../platform/database/schema/operator.ts'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { ApiError } from '../platform/http/errors.ts'
import { deleteTries, deleteTriesOutside, findTries, putTries, readTime } from './login-tries.db.ts'

/** `freeTries` wrong passwords cost nothing; each further one doubles the wait, from 1 s to the longest. */
type Delays = { freeTries: number; longestSeconds: number }

const ofOneCaller: Delays = { freeTries: 5, longestSeconds: 15 * 60 }
/**
 * Over all callers without a device cookie, because a hundred machines with a few tries each are one attacker. The wait
 * stays short, and a device that once logged in is spared: strangers could lock the operator out.
 */
const ofAllStrangers: Delays = { freeTries: 50, longestSeconds: 30 }
/** After so long without a wrong password the count starts again. */
const forgottenAfterMs = 60 * 60 * 1000

/** Who tries: a device known by its cookie, or else a network; neither where a proxy hides who it is. */
export type LoginCaller = { device: string | null; network: string | null }

export type LoginThrottle = {
  /** Counts a try as wrong until it turns out otherwise. @throws ApiError too-many-requests */
  begin: (caller: LoginCaller) => Promise<void>
  /** The password was right, and something else is missing: the try costs nothing, but forgives nothing either. */
  takeBack: (caller: LoginCaller) => Promise<void>
  /** All was right: nothing is held against this caller. */
  succeed: (caller: LoginCaller) => Promise<void>
}

/**
 * Slows down guessing. Counts are rows of the database, so that all processes on it count together and a restart forgives
 * nothing. Of many tries at once each one counts before the next is looked at.
 * @param now the time of the database, in milliseconds
 */
export function createLoginThrottle(
  db: Kysely<Database>,
  now: (db: Kysely<Database>) => RawBuilder<number> = databaseTime
): LoginThrottle {
  /** @throws ApiError too-many-requests */
  async function refuseEarly(from: Kysely<Database>, counts: readonly Count[]): Promise<void> {
    const time = await readTime(from, now(from))
    const rows = await findTries(
      from,
      counts.map(({ caller }) => caller)
    )
    const seconds = Math.max(0, ...rows.map((row) => Math.ceil(waitOf(row, time) / 1000)))
    if (seconds === 0) return
    const message = `Too many wrong passwords. Please try again in ${seconds} seconds.`
    throw new ApiError('too-many-requests', message, seconds)
  }

  async function change(
    trx: Transaction<Database>,
    { caller, delays }: Count,
    { by, time }: { by: 1 | -1; time: number }
  ): Promise<void> {
    const [known] = await findTries(trx, [caller])
    const tries = (known?.tries ?? 0) + by
    if (tries <= 0) return deleteTries(trx, caller)
    // The wait of a try that is taken back goes with it; that of the one before was over when it began.
    const wait_ms = by === 1 ? 1000 * secondsAfter(tries, delays) : 0
    await putTries(trx, { caller, tries, tried_at: time, wait_ms })
  }

  return {
    begin: async (caller) => {
      const counts = countsOf(caller)
      // First without the write lock, which a flood of tries would else keep from all others.
      await refuseEarly(db, counts)
      await writeTransaction(db, async (trx) => {
        const time = await readTime(trx, now(trx))
        await forgetTries(trx, time)
        await refuseEarly(trx, counts)
        for (const count of counts) await change(trx, count, { by: 1, time })
      })
    },
    takeBack: (caller) =>
      writeTransaction(db, async (trx) => {
        const time = await readTime(trx, now(trx))
        for (const count of countsOf(caller)) await change(trx, count, { by: -1, time })
      }),
    succeed: (caller) =>
      writeTransaction(db, async (trx) => {
        const time = await readTime(trx, now(trx))
        for (const count of countsOf(caller)) {
          if (count.delays === ofOneCaller) await deleteTries(trx, count.caller)
          else await change(trx, count, { by: -1, time })
        }
      })
  }
}

/** Removes the tries that no longer count. */
export async function sweepTries(trx: Transaction<Database>): Promise<void> {
  await forgetTries(trx, await readTime(trx, databaseTime(trx)))
}

async function forgetTries(trx: Transaction<Database>, time: number): Promise<void> {
  await deleteTriesOutside(trx, { from: time - forgottenAfterMs, to: time + forgottenAfterMs })
}

type Count = { caller: string; delays: Delays }

/** Every count that this caller's tries belong to. */
function countsOf({ device, network }: LoginCaller): Count[] {
  if (device !== null) return [{ caller: `device ${device}`, delays: ofOneCaller }]
  const all = { caller: 'all', delays: ofAllStrangers }
  return network === null ? [all] : [{ caller: `network ${network}`, delays: ofOneCaller }, all]
}

function secondsAfter(tries: number, { freeTries, longestSeconds }: Delays): number {
  return tries < freeTries ? 0 : Math.min(longestSeconds, 2 ** (tries - freeTries))
}

/** None where the try lies ahead: the clock was set back, and by days it would close the login for days. */
function waitOf({ tried_at, wait_ms }: LoginTryTable, time: number): number {
  const left = tried_at + wait_ms - time
  return left > wait_ms ? 0 : Math.max(0, left)
}
