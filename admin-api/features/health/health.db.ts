import type { Kysely } from 'kysely'
import type { Database } from '../../db/schema.ts'

/** How many pages wait to be written, and since when the first of them does. */
export async function findWaitingPages(
  db: Kysely<Database>
): Promise<{ count: number; oldest: string | null }> {
  const row = await db
    .selectFrom('publish_queue')
    .select((eb) => [
      eb.fn.countAll<number>().as('count'),
      eb.fn.min<string | null>('queued_at').as('oldest')
    ])
    .executeTakeFirst()
  return { count: Number(row?.count ?? 0), oldest: row?.oldest ?? null }
}
