import { createHash } from 'node:crypto'
import type { Insertable, Kysely } from 'kysely'
import type { Database, EstimateTable } from '../../db/schema.ts'
import type { FundHistory } from '../../estimator/types.ts'

export type LoadedFund = { history: FundHistory; historyDigest: string }

/** All that is known of every fund, as the estimator takes it, and a digest of what pages tell of it. */
export async function loadFunds(db: Kysely<Database>): Promise<LoadedFund[]> {
  const funds = await db
    .selectFrom('fund')
    .select(['symbol', 'family', 'name', 'issuer', 'known_until'])
    .orderBy('symbol')
    .execute()
  const payments = await db
    .selectFrom('payment')
    .select(['symbol', 'ex_date', 'payment_date', 'amount', 'amount_as_paid'])
    .orderBy('symbol')
    .orderBy('ex_date')
    .execute()
  const closes = await db
    .selectFrom('price')
    .select(['symbol', 'date', 'close'])
    .orderBy('symbol')
    .orderBy('date')
    .execute()
  const volatilities = await db
    .selectFrom('implied_volatility as newest')
    .select(['symbol', 'date', 'value'])
    .where('date', '=', (eb) =>
      eb
        .selectFrom('implied_volatility as any')
        .select((inner) => inner.fn.max('any.date').as('day'))
        .whereRef('any.symbol', '=', 'newest.symbol')
    )
    .execute()
  const volatilityOf = new Map(volatilities.map(({ symbol, date, value }) => [symbol, { date, value }]))
  const paymentsOf = Map.groupBy(payments, (payment) => payment.symbol)
  const closesOf = Map.groupBy(closes, (close) => close.symbol)
  return funds.map(({ known_until, ...fund }) => {
    const paid = paymentsOf.get(fund.symbol) ?? []
    const optionVolatility = volatilityOf.get(fund.symbol)
    const closed = (closesOf.get(fund.symbol) ?? []).map(({ date, close }) => ({ date, close }))
    return {
      history: {
        symbol: fund.symbol,
        family: fund.family,
        payments: paid.map((row) => ({ exDate: row.ex_date, payDate: row.payment_date, amount: row.amount })),
        closes: closed,
        ...(known_until !== null && { knownUntil: known_until }),
        ...(optionVolatility !== undefined && { optionVolatility })
      },
      historyDigest: createHash('sha256')
        .update(JSON.stringify([fund, paid, closed]))
        .digest('hex')
    }
  })
}

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
