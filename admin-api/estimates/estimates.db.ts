import type { Insertable, Kysely } from 'kysely'
import type { EstimateTable } from '../platform/database/schema/estimates.ts'
import type { Database } from '../platform/database/schema.ts'
import type { Explanation } from '../estimator/estimator.ts'

export async function findEstimates(db: Kysely<Database>) {
  return db.selectFrom('estimate').selectAll().execute()
}

/** Payments the operator approved that are not paid yet. */
export async function findExpectations(db: Kysely<Database>) {
  return db
    .selectFrom('dividend_history')
    .select(['symbol', 'ex_date', 'payment_date', 'collection_date'])
    .where('amount', 'is', null)
    .orderBy('ex_date')
    .execute()
}

export async function findMethodVersions(db: Kysely<Database>): Promise<string[]> {
  const rows = await db.selectFrom('estimate').select('method_version').distinct().execute()
  return rows.map((row) => row.method_version)
}

/** Whether a current estimate has no explanation: the version before kept none. */
export async function isUnexplained(db: Kysely<Database>): Promise<boolean> {
  const row = await db
    .selectFrom('estimate')
    .leftJoin('estimate_explanation as how', 'how.symbol', 'estimate.symbol')
    .select('estimate.symbol')
    .where('status', '=', 'estimated')
    .where('how.symbol', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceEstimates(
  db: Kysely<Database>,
  estimates: readonly Insertable<EstimateTable>[],
  explanations: readonly Explanation[]
): Promise<void> {
  await db.deleteFrom('estimate').execute()
  await db.deleteFrom('estimate_explanation').execute()
  if (estimates.length > 0)
    await db
      .insertInto('estimate')
      .values([...estimates])
      .execute()
  if (explanations.length > 0)
    await db
      .insertInto('estimate_explanation')
      .values(explanations.map((one) => ({ symbol: one.symbol, explanation: JSON.stringify(one) })))
      .execute()
}
