import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import type { Explanation } from '../estimator/estimator.ts'

/** By symbol; `message` says why a fund has no estimate, and is null where it has one. */
export async function findEstimateMessages(db: Kysely<Database>) {
  return db.selectFrom('estimate').select(['symbol', 'message', 'method_version']).orderBy('symbol').execute()
}

/** By symbol; null for a fund without an estimate. */
export async function findConfidences(db: Kysely<Database>) {
  return db.selectFrom('estimate').select(['symbol', 'weight']).orderBy('symbol').execute()
}

/** How the current estimate of a fund came about; undefined where it has none. */
export async function findExplanation(
  db: Kysely<Database>,
  symbol: string
): Promise<Explanation | undefined> {
  const row = await db
    .selectFrom('estimate_explanation')
    .select('explanation')
    .where('symbol', '=', symbol)
    .executeTakeFirst()
  return row && JSON.parse(row.explanation)
}
