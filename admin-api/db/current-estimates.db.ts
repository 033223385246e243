import type { Kysely, Selectable } from 'kysely'
import type { Database, EstimateTable } from './schema.ts'

/** The current answer for a fund, with its names. */
export type EstimateOfFund = Selectable<EstimateTable> & { name: string; issuer: string }

/** Undefined for a symbol that is none of our funds. */
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
