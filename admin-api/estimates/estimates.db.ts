import type { CompiledQuery, Insertable, Selectable } from 'kysely'
import type { OutlookSum } from '../contract/payout-figures.ts'
import type { Explanation } from '../estimator/estimator.ts'
import { findFamilyTraits } from '../funds/families.db.ts'
import { findPaymentsByFund } from '../payments/payments.db.ts'
import { prepareInserts } from '../platform/database/rows.ts'
import type { EstimateTable } from '../platform/database/schema/estimates.ts'
import type { FundTable } from '../platform/database/schema/facts.ts'
import type { Db } from '../platform/database/schema.ts'
import type { PayingFund } from './coming-payments.ts'
import { findOutlookSums } from './outlooks.db.ts'

export async function findEstimates(db: Db) {
  return db.selectFrom('estimate').selectAll().orderBy('symbol').execute()
}

/** Explanation of a fund's current estimate; undefined without one. */
export async function findExplanation(db: Db, symbol: string): Promise<Explanation | undefined> {
  const row = await db
    .selectFrom('estimate_explanation')
    .select('explanation')
    .where('symbol', '=', symbol)
    .executeTakeFirst()
  return row && JSON.parse(row.explanation)
}

/** Returns payments that the operator approved and that are not paid yet. */
export async function findExpectations(db: Db) {
  return db
    .selectFrom('dividend_history')
    .select(['symbol', 'ex_date', 'payment_date', 'collection_date'])
    .where('amount', 'is', null)
    .orderBy('ex_date')
    .execute()
}

export async function findMethodVersions(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('estimate').select('method_version').distinct().execute()
  return rows.map((row) => row.method_version)
}

/** Whether a current estimate has no explanation, as in databases of earlier versions. */
export async function isUnexplained(db: Db): Promise<boolean> {
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

/** Statements that replace all estimates and their explanations. */
export function prepareEstimates(
  db: Db,
  estimates: readonly Insertable<EstimateTable>[],
  explanations: readonly Explanation[]
): CompiledQuery[] {
  const explained = explanations.map((one) => ({ symbol: one.symbol, explanation: JSON.stringify(one) }))
  return [
    db.deleteFrom('estimate').compile(),
    db.deleteFrom('estimate_explanation').compile(),
    ...prepareInserts(db, 'estimate', estimates),
    ...prepareInserts(db, 'estimate_explanation', explained)
  ]
}

/** Current estimate of a fund, or the reason why there is none, with facts about the fund. */
export type FundAnswer = Selectable<EstimateTable> & Pick<Selectable<FundTable>, (typeof aboutFund)[number]>

const aboutFund = [
  'name',
  'issuer',
  'family',
  'underlying',
  'state',
  'state_since',
  'inception',
  'expense_ratio',
  'expense_as_of',
  'expense_source',
  'expense_caution'
] as const

/** Funds by symbol with their current estimates; only those of `symbols` unless that is null. */
export async function findAnswers(db: Db, symbols: readonly string[] | null = null): Promise<FundAnswer[]> {
  return db
    .selectFrom('fund')
    .innerJoin('estimate', 'estimate.symbol', 'fund.symbol')
    .selectAll('estimate')
    .select(aboutFund.map((column) => `fund.${column}` as const))
    .$if(symbols !== null, (query) => query.where('fund.symbol', 'in', symbols ?? []))
    .orderBy('fund.symbol')
    .execute()
}

/** A fund with its payments, and the sums of its coming ones. */
export type FundWithPayments = FundAnswer & PayingFund & { sums: readonly OutlookSum[] }

/** The same with their payments. */
export async function findPayingFunds(
  db: Db,
  symbols: readonly string[] | null
): Promise<FundWithPayments[]> {
  const traitsOf = await findFamilyTraits(db)
  const paymentsOf = await findPaymentsByFund(db, symbols)
  const sumsOf = await findOutlookSums(db, symbols)
  return (await findAnswers(db, symbols)).map((answer) => ({
    ...answer,
    traits: traitsOf.get(answer.family),
    payments: paymentsOf.get(answer.symbol) ?? [],
    sums: sumsOf.get(answer.symbol) ?? []
  }))
}

/** Payments a year of each fund with an estimate. */
export async function findFrequencies(db: Db): Promise<Map<string, number>> {
  const rows = await db.selectFrom('estimate').select(['symbol', 'frequency']).execute()
  return new Map(rows.flatMap(({ symbol, frequency }) => (frequency === null ? [] : [[symbol, frequency]])))
}
