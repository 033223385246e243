import type { Kysely, Selectable } from 'kysely'
import type { EstimateTable } from '../platform/database/schema/estimates.ts'
import type { FundTable } from '../platform/database/schema/facts.ts'
import type { Database } from '../platform/database/schema.ts'

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

/** Every fund by symbol with its current answer, or the one that is asked for. */
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
