import type { Kysely } from 'kysely'
import type { Explanation } from '../estimator/estimator.ts'
import type { Database } from '../platform/database/schema.ts'

/** Reasons why funds have no estimate, by symbol; `message` is null for a fund with an estimate. */
export async function findEstimateMessages(db: Kysely<Database>) {
  return db.selectFrom('estimate').select(['symbol', 'message', 'method_version']).orderBy('symbol').execute()
}

/** Confidences by symbol; `weight` is null for a fund without an estimate. */
export async function findConfidences(db: Kysely<Database>) {
  return db.selectFrom('estimate').select(['symbol', 'weight']).orderBy('symbol').execute()
}

/** Explanation of a fund's current estimate; undefined without one. */
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
