import type { Kysely, Selectable } from 'kysely'
import type { EstimateOfFund } from '../../db/current-estimates.db.ts'
import type { Database, FundTable } from '../../db/schema.ts'

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

export async function findPaymentRows(db: Kysely<Database>, symbol: string) {
  return db
    .selectFrom('payment')
    .select(['ex_date', 'ex_date_basis', 'payment_date', 'payment_date_basis', 'amount', 'amount_as_paid'])
    .where('symbol', '=', symbol)
    .orderBy('ex_date')
    .execute()
}
export type DataPaymentRow = Awaited<ReturnType<typeof findPaymentRows>>[number]

export async function findCloseRows(db: Kysely<Database>, symbol: string) {
  return db
    .selectFrom('price')
    .select(['date', 'close', 'basis'])
    .where('symbol', '=', symbol)
    .orderBy('date')
    .execute()
}

/** A split of an unknown day comes first. */
export async function findSplitRows(db: Kysely<Database>, symbol: string) {
  return db
    .selectFrom('split')
    .select(['date', 'old_shares', 'new_shares', 'basis'])
    .where('symbol', '=', symbol)
    .orderBy('date')
    .execute()
}

/** Estimates of the fund whose payment is known, oldest first. */
export async function findScoredRows(db: Kysely<Database>, symbol: string) {
  return db
    .selectFrom('estimate_record')
    .select([
      'symbol',
      'ex_date',
      'paid_ex_date',
      'origin',
      'as_of',
      'amount',
      'low',
      'high',
      'price',
      'price_date',
      'actual',
      'paid_amount'
    ])
    .where('symbol', '=', symbol)
    .where('actual', 'is not', null)
    .orderBy('paid_ex_date')
    .execute()
}
export type ScoredEstimateRow = Awaited<ReturnType<typeof findScoredRows>>[number]
