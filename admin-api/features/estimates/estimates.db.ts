import type { Insertable, Kysely } from 'kysely'
import type { Database, EstimateTable } from '../../db/schema.ts'

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

export async function replaceEstimates(
  db: Kysely<Database>,
  estimates: readonly Insertable<EstimateTable>[]
): Promise<void> {
  await db.deleteFrom('estimate').execute()
  if (estimates.length > 0)
    await db
      .insertInto('estimate')
      .values([...estimates])
      .execute()
}
