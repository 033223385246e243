import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import type { ListedFund } from './fund-summary.ts'

/** All funds by symbol with the fields of a list. */
export async function findListedFunds(db: Kysely<Database>): Promise<ListedFund[]> {
  return db
    .selectFrom('fund')
    .leftJoin('estimate', 'estimate.symbol', 'fund.symbol')
    .select([
      'fund.symbol',
      'fund.name',
      'fund.issuer',
      'fund.family',
      'fund.underlying',
      'fund.state',
      'estimate.amount',
      'estimate.low',
      'estimate.high',
      'estimate.price',
      'estimate.frequency',
      'estimate.next_ex_date',
      'estimate.as_of'
    ])
    .orderBy('fund.symbol')
    .execute()
}

/** Scored backtested estimates. */
export async function findBacktestedScores(db: Kysely<Database>) {
  return db
    .selectFrom('estimate_record')
    .select(['symbol', 'ex_date', 'paid_ex_date', 'origin', 'as_of', 'amount', 'actual'])
    .where('origin', '=', 'replayed')
    .where('actual', 'is not', null)
    .execute()
}
