import type { Kysely, Transaction } from 'kysely'
import { notifyOfPages } from './page-notices.ts'
import type { Database } from '../platform/database/schema.ts'

/** One entry of the log: the page at `path` shows something else since. */
export type PageChange = { id: number; path: string; queued_at: string; goes_first: number }

/** SQLite takes at most 32,766 bound values in one statement; a row has three. */
const rowsAStatement = 10_000

const transactionsWithPages = new WeakSet<Kysely<Database>>()

/** Asks for the pages to be written anew. Call it in the transaction that changes what they show. */
export async function enqueuePages(db: Kysely<Database>, paths: readonly string[], now: Date): Promise<void> {
  await append(db, paths, now, 0)
}

/** As enqueuePages, but ahead of all that waits: the page whose change somebody is looking for. */
export async function enqueueFirst(db: Kysely<Database>, paths: readonly string[], now: Date): Promise<void> {
  await append(db, paths, now, 1)
}

async function append(
  db: Kysely<Database>,
  paths: readonly string[],
  now: Date,
  goes_first: 0 | 1
): Promise<void> {
  const queued_at = now.toISOString()
  const rows = [...new Set(paths)].map((path) => ({ path, queued_at, goes_first }))
  for (let start = 0; start < rows.length; start += rowsAStatement)
    await db
      .insertInto('page_change')
      .values(rows.slice(start, start + rowsAStatement))
      .execute()
  if (rows.length === 0) return
  transactionsWithPages.add(db)
  await notifyOfPages(db)
}

/** Whether pages were queued in this transaction. */
export function hasQueuedPages(trx: Transaction<Database>): boolean {
  return transactionsWithPages.has(trx)
}

/** The first `limit` changes after `place`, oldest first: those who write wait for each other, so none comes between later. */
export async function readPageChanges(
  db: Kysely<Database>,
  place: number,
  limit: number
): Promise<PageChange[]> {
  return db
    .selectFrom('page_change')
    .select(['id', 'path', 'queued_at', 'goes_first'])
    .where('id', '>', place)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The oldest and newest entry that are committed; an empty log ends before it begins. */
export async function findLogEnds(db: Kysely<Database>): Promise<{ first: number; last: number }> {
  const row = await db
    .selectFrom('page_change')
    .select((eb) => [eb.fn.min<number | null>('id').as('first'), eb.fn.max<number | null>('id').as('last')])
    .executeTakeFirst()
  return { first: row?.first ?? 1, last: row?.last ?? 0 }
}

/** A node that was away for longer draws everything. */
const daysKept = 30
const mostEntries = 200_000

/** So many are gone within some milliseconds. */
const trimmedAtOnce = 2000

/**
 * Removes some of what is older, but never the newest entry: it says how far the log has come. Call it in a transaction
 * of its own, for as long as it says that there may be more.
 */
export async function trimPageLog(db: Kysely<Database>, now: Date): Promise<boolean> {
  const { last } = await findLogEnds(db)
  const oldest = new Date(now.getTime() - daysKept * 86_400_000).toISOString()
  const { numDeletedRows } = await db
    .deleteFrom('page_change')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('page_change')
        .select('id')
        .where('id', '<', last)
        .where((entry) => entry.or([entry('queued_at', '<', oldest), entry('id', '<=', last - mostEntries)]))
        .orderBy('id')
        .limit(trimmedAtOnce)
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows) === trimmedAtOnce
}
