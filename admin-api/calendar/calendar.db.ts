import type { Kysely, Selectable } from 'kysely'
import { findPaymentsByFund } from '../payments/payments-by-fund.db.ts'
import type { EstimateTable } from '../platform/database/schema/estimates.ts'
import type { FundTable } from '../platform/database/schema/facts.ts'
import type { Database } from '../platform/database/schema.ts'
import type { Payment } from '../market-days/types.ts'

/** What the calendar knows of one fund; payments oldest first. */
export type FundDiary = Pick<Selectable<FundTable>, 'symbol' | 'name' | 'issuer' | 'family' | 'state'> & {
  payments: Payment[]
  estimate: Pick<
    Selectable<EstimateTable>,
    | 'status'
    | 'message'
    | 'amount'
    | 'low'
    | 'high'
    | 'next_ex_date'
    | 'next_pay_date'
    | 'dates_confirmed_on'
    | 'declared'
    | 'source_name'
    | 'made_at'
  >
}

/** The funds that have something to look forward to. */
export async function findPayingSymbols(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('estimate')
    .select('symbol')
    .where('status', 'not in', ['inactive', 'closed', 'retired'])
    .orderBy('symbol')
    .execute()
  return rows.map(({ symbol }) => symbol)
}

/** By symbol; of some funds alone where they are named. */
export async function findDiaries(
  db: Kysely<Database>,
  symbols: readonly string[] | null
): Promise<FundDiary[]> {
  const funds = await db
    .selectFrom('fund')
    .innerJoin('estimate', 'estimate.symbol', 'fund.symbol')
    .select([
      'fund.symbol',
      'fund.name',
      'fund.issuer',
      'fund.family',
      'fund.state',
      'estimate.status',
      'estimate.message',
      'estimate.amount',
      'estimate.low',
      'estimate.high',
      'estimate.next_ex_date',
      'estimate.next_pay_date',
      'estimate.dates_confirmed_on',
      'estimate.declared',
      'estimate.source_name',
      'estimate.made_at'
    ])
    .$if(symbols !== null, (query) => query.where('fund.symbol', 'in', symbols ?? []))
    .orderBy('fund.symbol')
    .execute()
  const paymentsOf = await findPaymentsByFund(db, symbols)
  return funds.map(({ symbol, name, issuer, family, state, ...estimate }) => ({
    symbol,
    name,
    issuer,
    family,
    state,
    payments: paymentsOf.get(symbol) ?? [],
    estimate
  }))
}
