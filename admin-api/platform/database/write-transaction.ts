import type { Kysely, Transaction } from 'kysely'
import { isPostgres } from './dialect/is-postgres.ts'
import { takePostgresWriteLock } from './dialect/postgres.ts'
import { hasQueuedPages } from '../../publishing/page-log.db.ts'
import type { Database } from './schema.ts'

/** Who wants to know of newly queued pages, for each open database. */
const listenersOf = new WeakMap<Kysely<Database>, Set<() => void>>()

/**
 * The one way to change several things together: all of `work` is committed, or none of it. It is the only writer from
 * its start, so that what it reads stays true until it writes. Who listens for queued pages is called after the commit.
 * @throws whatever `work` throws, after everything was undone; an Error when `db` is a transaction itself.
 */
export async function writeTransaction<Result>(
  db: Kysely<Database>,
  work: (trx: Transaction<Database>) => Promise<Result>
): Promise<Result> {
  const { result, hasQueued } = await inTurn(db, () =>
    db.transaction().execute(async (trx) => {
      await takeWriteLock(trx)
      return { result: await work(trx), hasQueued: hasQueuedPages(trx) }
    })
  )
  if (hasQueued) announceQueuedPages(db)
  return result
}

const lastTurnOf = new WeakMap<Kysely<Database>, Promise<void>>()

/** Of PostgreSQL's connections each writer that waits for the lock would hold one, until none is left for readers. */
async function inTurn<Result>(db: Kysely<Database>, write: () => Promise<Result>): Promise<Result> {
  const before = lastTurnOf.get(db)
  const { promise, resolve } = Promise.withResolvers<void>()
  lastTurnOf.set(db, promise)
  await before
  try {
    return await write()
  } finally {
    resolve()
  }
}

/** For what another connection queued and committed. */
export function announceQueuedPages(db: Kysely<Database>): void {
  for (const listener of listenersOf.get(db) ?? []) listener()
}

/**
 * Calls the listener after every transaction of this process that queued pages; it must return at once and not throw.
 * @returns ends that.
 */
export function onPagesQueued(db: Kysely<Database>, listener: () => void): () => void {
  const listeners = listenersOf.get(db) ?? new Set()
  listenersOf.set(db, listeners.add(listener))
  return () => void listeners.delete(listener)
}

/**
 * SQLite waits for another process's write only at the first write of a transaction that has read nothing yet; one that
 * read first is refused. Hence this write at the start, which matches no row.
 */
async function takeWriteLock(trx: Transaction<Database>): Promise<void> {
  if (isPostgres(trx)) return takePostgresWriteLock(trx)
  await trx.updateTable('meta').set({ value: '' }).where('key', '=', 'write-lock').execute()
}
