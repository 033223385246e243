import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import { trimOldest } from '../platform/database/trim-oldest.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'

/** Addresses and browsers of searches are kept this long, as the privacy page says; the counts by day stay. */
const daysKept = 90
/** Or as long as so many newer ones have not come: at one a second 90 days of them would be 1.6 GB. */
const mostSearches = 500_000

/** Each search was counted when it was stored, so that its going changes no figure. */
export function sweepSearches(db: Kysely<Database>, now: Date, most = mostSearches): Promise<boolean> {
  const before = new Date(now.getTime() - daysKept * 86_400_000).toISOString()
  const searches = { table: 'search_history', time: 'searched_at' } as const
  return writeTransaction(db, (trx) => trimOldest(trx, searches, { before, most }))
}
