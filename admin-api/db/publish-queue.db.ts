import type { Kysely, Transaction } from 'kysely'
import type { Database } from './schema.ts'

export type QueuedPage = { path: string; revision: number }

/** Pictures wait in the same queue, and are drawn after the pages. */
export type QueueKind = 'pages' | 'pictures'
const ofKind = { pages: 'not like', pictures: 'like' } as const
const picturePaths = '%.png'

/** SQLite takes at most 32,766 bound values in one statement; a row has three. */
const rowsAStatement = 10_000

const queuedPages = new WeakSet<Kysely<Database>>()

/** Asks for the pages to be written anew. Call it in the transaction that changes what they show. */
export async function enqueuePages(db: Kysely<Database>, paths: readonly string[], now: Date): Promise<void> {
  const queued_at = now.toISOString()
  const rows = [...new Set(paths)].map((path) => ({ path, revision: 1, queued_at }))
  for (let start = 0; start < rows.length; start += rowsAStatement) {
    await db
      .insertInto('publish_queue')
      .values(rows.slice(start, start + rowsAStatement))
      .onConflict((conflict) =>
        conflict.column('path').doUpdateSet((eb) => ({
          revision: eb('publish_queue.revision', '+', 1),
          queued_at
        }))
      )
      .execute()
  }
  if (rows.length > 0) queuedPages.add(db)
}

/** Whether pages were queued in this transaction. */
export function hasQueuedPages(trx: Transaction<Database>): boolean {
  return queuedPages.has(trx)
}

/** As enqueuePages, but ahead of all that waits: the page whose change somebody is looking for. */
export async function enqueueFirst(db: Kysely<Database>, paths: readonly string[], now: Date): Promise<void> {
  const oldest = await db
    .selectFrom('publish_queue')
    .select('queued_at')
    .orderBy('queued_at')
    .executeTakeFirst()
  const head = Math.min(now.getTime(), Date.parse(oldest?.queued_at ?? now.toISOString()))
  await enqueuePages(db, paths, new Date(head - 1))
}

/** Longest waiting first. */
export async function readQueue(db: Kysely<Database>, kind: QueueKind = 'pages'): Promise<QueuedPage[]> {
  return db
    .selectFrom('publish_queue')
    .select(['path', 'revision'])
    .where('path', ofKind[kind], picturePaths)
    .orderBy('queued_at')
    .orderBy('path')
    .execute()
}

/** null where it does not wait, or is of the other kind. */
export async function findQueued(
  db: Kysely<Database>,
  path: string,
  kind: QueueKind = 'pages'
): Promise<QueuedPage | null> {
  const row = await db
    .selectFrom('publish_queue')
    .select(['path', 'revision'])
    .where('path', '=', path)
    .where('path', ofKind[kind], picturePaths)
    .executeTakeFirst()
  return row ?? null
}

/** Leaves the row when the page was queued again after it was read. */
export async function removeFromQueue(db: Kysely<Database>, page: QueuedPage): Promise<void> {
  await db
    .deleteFrom('publish_queue')
    .where('path', '=', page.path)
    .where('revision', '=', page.revision)
    .execute()
}

/** Publishing takes milliseconds a page; one that has waited so long will hardly be written. */
export const longestWaitMinutes = 5

/** How many pages wait to be written, and how many of them for too long; pictures take their time. */
export async function countWaitingPages(
  db: Kysely<Database>,
  now: Date
): Promise<{ waiting: number; late: number }> {
  const overdue = new Date(now.getTime() - longestWaitMinutes * 60_000).toISOString()
  const row = await db
    .selectFrom('publish_queue')
    .select((eb) => [
      eb.fn.countAll<number>().as('waiting'),
      eb.fn.countAll<number>().filterWhere('queued_at', '<', overdue).as('late')
    ])
    .where('path', ofKind.pages, picturePaths)
    .executeTakeFirst()
  return { waiting: Number(row?.waiting ?? 0), late: Number(row?.late ?? 0) }
}
