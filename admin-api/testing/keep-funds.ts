import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'

/** Leaves the figures of these funds alone, so that estimating all of them anew takes next to no time. */
export async function keepFunds(db: Kysely<Database>, symbols: readonly string[]): Promise<void> {
  await writeTransaction(db, async (trx) => {
    for (const table of ['price', 'dividend_history'] as const)
      await trx.deleteFrom(table).where('symbol', 'not in', symbols).execute()
    // Without their payments these would all be corrected.
    await trx
      .deleteFrom('estimate_record')
      .where('origin', '=', 'replayed')
      .where('symbol', 'not in', symbols)
      .execute()
  })
}
