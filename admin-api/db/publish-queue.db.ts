import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

export type QueuedPage = { path: string; revision: number }

/** Asks for the pages to be written anew. Call it in the transaction that changes what they show. */
export async function enqueuePages(db: Kysely<Database>, paths: readonly string[], now: Date): Promise<void> {
  if (paths.length === 0) return
  const queued_at = now.toISOString()
  await db
    .insertInto('publish_queue')
    .values([...new Set(paths)].map((path) => ({ path, revision: 1, queued_at })))
    .onConflict((conflict) =>
      conflict.column('path').doUpdateSet((eb) => ({
        revision: eb('publish_queue.revision', '+', 1),
        queued_at
      }))
    )
    .execute()
}

/** Longest waiting first. */
export async function readQueue(db: Kysely<Database>): Promise<QueuedPage[]> {
  return db
    .selectFrom('publish_queue')
    .select(['path', 'revision'])
    .orderBy('queued_at')
    .orderBy('path')
    .execute()
}

/** Leaves the row when the page was queued again after it was read. */
export async function removeFromQueue(db: Kysely<Database>, page: QueuedPage): Promise<void> {
  await db
    .deleteFrom('publish_queue')
    .where('path', '=', page.path)
    .where('revision', '=', page.revision)
    .execute()
}
