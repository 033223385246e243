import type { Kysely } from 'kysely'
import type { ExpectedAndPaid } from '../contract/fund-returns.ts'
import { findFrozenOfFund } from '../estimates/estimate-record.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { listScoredOnce } from '../estimates/counted-estimates.ts'
import { onTodaysBasis, toEntry } from '../accuracy/record-entry.ts'

const shownPayments = 12

/** The latest payments that were estimated, newest first, each beside its estimate. */
export async function findExpectedAndPaid(db: Kysely<Database>, symbol: string): Promise<ExpectedAndPaid[]> {
  const scored = listScoredOnce(await findFrozenOfFund(db, symbol))
  return scored
    .slice(-shownPayments)
    .toReversed()
    .map((row) => ({ ...toEntry(onTodaysBasis(row)), origin: row.origin }))
}
