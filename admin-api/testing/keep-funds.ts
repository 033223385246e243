import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'

/** Leaves the figures of these funds alone, so that estimating all of them anew takes next to no time. */
export async function keepFunds(db: Kysely<Database>, symbols: readonly string[]): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of ['price', 'dividend_history'] as const)
      await trx.deleteFrom(table).where('symbol', 'not in', symbols).execute()
  })
}
