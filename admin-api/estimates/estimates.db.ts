import type { Insertable, Kysely, Selectable } from 'kysely'
import type { Explanation } from '../estimator/estimator.ts'
import { insertRows } from '../platform/database/rows.ts'
import type { EstimateTable } from '../platform/database/schema/estimates.ts'
import type { FundTable } from '../platform/database/schema/facts.ts'
import type { Database } from '../platform/database/schema.ts'

export async function findEstimates(db: Kysely<Database>) {
  return db.selectFrom('estimate').selectAll().execute()
}

/** Returns payments that the operator approved and that are not paid yet. */
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

/** Whether a current estimate has no explanation, as in databases of earlier versions. */
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
  await insertRows(db, 'estimate', estimates)
  if (explanations.length > 0)
    await db
      .insertInto('estimate_explanation')
      .values(explanations.map((one) => ({ symbol: one.symbol, explanation: JSON.stringify(one) })))
      .execute()
}

/** Current estimate of a fund, or the reason why there is none, with names. */
export type EstimateOfFund = Selectable<EstimateTable> & { name: string; issuer: string }

/** Undefined for an unknown symbol. */
export async function findEstimateOfFund(
  db: Kysely<Database>,
  symbol: string
): Promise<EstimateOfFund | undefined> {
  return db
    .selectFrom('estimate')
    .innerJoin('fund', 'fund.symbol', 'estimate.symbol')
    .selectAll('estimate')
    .select(['fund.name', 'fund.issuer'])
    .where('estimate.symbol', '=', symbol)
    .executeTakeFirst()
}

/** Returns all funds by symbol with their current estimates, or only the given fund. */
export async function findAnswers(db: Kysely<Database>, symbol?: string): Promise<FundAnswer[]> {
  return db
    .selectFrom('fund')
    .innerJoin('estimate', 'estimate.symbol', 'fund.symbol')
    .selectAll('estimate')
    .select(['fund.name', 'fund.issuer', 'fund.family', 'fund.underlying', 'fund.state', 'fund.state_since'])
    .$if(symbol !== undefined, (query) => query.where('fund.symbol', '=', symbol ?? ''))
    .orderBy('fund.symbol')
    .execute()
}
export type FundAnswer = EstimateOfFund &
  Pick<Selectable<FundTable>, 'family' | 'underlying' | 'state' | 'state_since'>
