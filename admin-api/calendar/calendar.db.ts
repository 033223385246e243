import type { Kysely, Selectable } from 'kysely'
import { fromRecordWithCloses } from '../estimates/estimate-record.db.ts'
import { findFamilies, traitsOf } from '../funds/families.db.ts'
import type { FamilyTraits, IsoDay, Payment } from '../market-days/types.ts'
import { findPaymentsByFund } from '../payments/payments.db.ts'
import type { EstimateTable } from '../platform/database/schema/estimates.ts'
import type { FundTable } from '../platform/database/schema/facts.ts'
import type { Database } from '../platform/database/schema.ts'

/** One fund with its payments, oldest first, and its current estimate. */
export type FundTimeline = Pick<Selectable<FundTable>, 'symbol' | 'name' | 'issuer' | 'state'> & {
  /** Name of its family; null if that has no row. */
  familyName: string | null
  traits: FamilyTraits | undefined
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
    | 'ex_date_first'
    | 'ex_date_last'
    | 'dates_confirmed_on'
    | 'declared'
    | 'source_name'
    | 'made_at'
  >
}

/** Symbols of funds with upcoming payments, ascending. */
export async function findPayingSymbols(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('estimate')
    .select('symbol')
    .where('status', 'not in', ['inactive', 'closed', 'retired'])
    .orderBy('symbol')
    .execute()
  return rows.map(({ symbol }) => symbol)
}

/** Timelines by symbol. @param symbols null for all funds */
export async function findTimelines(
  db: Kysely<Database>,
  symbols: readonly string[] | null
): Promise<FundTimeline[]> {
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
      'estimate.ex_date_first',
      'estimate.ex_date_last',
      'estimate.dates_confirmed_on',
      'estimate.declared',
      'estimate.source_name',
      'estimate.made_at'
    ])
    .$if(symbols !== null, (query) => query.where('fund.symbol', 'in', symbols ?? []))
    .orderBy('fund.symbol')
    .execute()
  const families = new Map((await findFamilies(db)).map((family) => [family.id, family]))
  const paymentsOf = await findPaymentsByFund(db, symbols)
  return funds.map(({ symbol, name, issuer, family: id, state, ...estimate }) => {
    const family = families.get(id)
    return {
      ...{ symbol, name, issuer, state, estimate },
      familyName: family?.name ?? null,
      traits: family && traitsOf(family),
      payments: paymentsOf.get(symbol) ?? []
    }
  })
}

/** Frozen estimates whose payment went ex after a day or is still unknown, by as-of day. */
export async function findRecentEstimates(db: Kysely<Database>, symbols: readonly string[], after: IsoDay) {
  return fromRecordWithCloses(db)
    .select([
      'record.symbol',
      'record.ex_date',
      'record.paid_ex_date',
      'record.origin',
      'record.as_of',
      'record.amount',
      'record.low',
      'record.high',
      'record.price',
      'record.actual'
    ])
    .where('record.symbol', 'in', symbols)
    .where((eb) => eb.or([eb('record.paid_ex_date', '>', after), eb('record.actual', 'is', null)]))
    .orderBy('record.as_of')
    .execute()
}
export type RecentEstimate = Awaited<ReturnType<typeof findRecentEstimates>>[number]
