import { within } from '../background.ts'
import { isPostgres } from './dialect.ts'
import { takePostgresWriteLock } from './drivers/postgres.ts'
import { longestWaitMs, makeBusyError } from './drivers/shared-driver.ts'
import type { Db, Trx } from './schema.ts'

const callbacksOf = new WeakMap<Db, Set<(db: Db) => void>>()

/**
 * Runs work in a transaction that is the only writer from its start, so that what it reads stays true until it writes.
 * Callbacks of afterCommit() run after the commit.
 * @throws whatever `work` throws, after a rollback, DatabaseAwayError if other writes take too long, and an Error if `db`
 * is a transaction
 */
export async function writeTransaction<Result>(db: Db, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  const { result, callbacks } = await inTurn(db, () =>
    db.transaction().execute(async (trx) => {
      if (isPostgres(trx)) await takePostgresWriteLock(trx)
      return { result: await work(trx), callbacks: callbacksOf.get(trx) ?? [] }
    })
  )
  for (const callback of callbacks) callback(db)
  return result
}

/**
 * Calls `callback` with the database once the transaction is committed, or never if it fails. A callback that is given
 * several times runs once; it must return at once and not throw.
 */
export function afterCommit(trx: Db, callback: (db: Db) => void): void {
  callbacksOf.set(trx, (callbacksOf.get(trx) ?? new Set()).add(callback))
}

const lastTurnOf = new WeakMap<Db, Promise<void>>()

/** One writer at a time, because writers that wait for PostgreSQL's lock would use up all connections of the pool. */
async function inTurn<Result>(db: Db, write: () => Promise<Result>): Promise<Result> {
  const before = lastTurnOf.get(db)
  const { promise, resolve } = Promise.withResolvers<void>()
  lastTurnOf.set(db, promise)
  try {
    if (
      before !== undefined &&
      !(await within(
        longestWaitMs,
        before.then(() => true)
      ))
    )
      throw makeBusyError()
    return await write()
  } finally {
    // If this writer timed out, the next one still waits for the writer before it.
    void Promise.resolve(before).then(resolve)
  }
}
