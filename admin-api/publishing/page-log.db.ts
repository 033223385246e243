import { insertRows } from '../platform/database/rows.ts'
import type { Db } from '../platform/database/schema.ts'
import { announceAfterCommit } from './page-notices.ts'

/** Entry of the page log: the page at `path` has changed. */
export type PageChange = { id: number; path: string; queued_at: string; goes_first: number }

/**
 * Queues pages to be rendered again. Call it in the transaction that changes their content.
 * @param goesFirst ahead of all waiting pages, because someone views them next
 */
export async function enqueuePages(
  db: Db,
  paths: readonly string[],
  now: Date,
  { goesFirst = false } = {}
): Promise<void> {
  const queued_at = now.toISOString()
  const rows = [...new Set(paths)].map((path) => ({ path, queued_at, goes_first: Number(goesFirst) }))
  await insertRows(db, 'page_change', rows)
  if (rows.length > 0) await announceAfterCommit(db)
}

/** Returns the first `limit` changes after a cursor, oldest first. Writers are serialized, so no earlier id is added later. */
export async function readPageChanges(db: Db, cursor: number, limit: number): Promise<PageChange[]> {
  return db
    .selectFrom('page_change')
    .select(['id', 'path', 'queued_at', 'goes_first'])
    .where('id', '>', cursor)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Returns the ids of the first and last entry; in an empty log, 1 and 0. */
export async function findLogEnds(db: Db): Promise<{ first: number; last: number }> {
  const row = await db
    .selectFrom('page_change')
    .select((eb) => [eb.fn.min<number | null>('id').as('first'), eb.fn.max<number | null>('id').as('last')])
    .executeTakeFirst()
  return { first: row?.first ?? 1, last: row?.last ?? 0 }
}

/** An instance that was stopped for longer renders all pages. */
const retentionDays = 30
const maxEntries = 200_000
/** Deleted within a few milliseconds. */
const entriesPerTrim = 2000

/**
 * Deletes a batch of expired entries, but never the newest one, which holds the position of the log. Call it in its own
 * transaction.
 * @returns whether there may be more
 */
export async function trimPageLog(db: Db, now: Date): Promise<boolean> {
  const { last } = await findLogEnds(db)
  const oldest = new Date(now.getTime() - retentionDays * 86_400_000).toISOString()
  const { numDeletedRows } = await db
    .deleteFrom('page_change')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('page_change')
        .select('id')
        .where('id', '<', last)
        .where((entry) => entry.or([entry('queued_at', '<', oldest), entry('id', '<=', last - maxEntries)]))
        .orderBy('id')
        .limit(entriesPerTrim)
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === entriesPerTrim
}
