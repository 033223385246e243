import type { Selectable } from 'kysely'
import { marketVolatilityIndex, usesMarketVolatility } from '../estimator/estimator.ts'
import { findFamilyTraits } from '../funds/families.db.ts'
import type { Close, FundHistory } from '../market-days/types.ts'
import type { DayBasis, FundTable, SplitTable } from '../platform/database/schema/facts.ts'
import type { Db } from '../platform/database/schema.ts'
import { cacheUntilFiguresChange } from '../publishing/figures-revision.db.ts'
import { findSplitRows, selectPayments } from './fund-facts.db.ts'
import { findQuarantinedDays } from './manual-entries.db.ts'

/** A fund's history as the estimator expects it, with more facts for pages. */
export type FundWithHistory = {
  history: FundHistory
  name: string
  issuer: string
  standing: Pick<Selectable<FundTable>, 'symbol' | 'state' | 'state_since' | 'state_cause'>
  /** One per payment of the history: dollars a share on the share basis of its day; null if unknown. */
  amountsAsPaid: (number | null)[]
  /** One per payment: how its ex-date and its pay date are known. */
  dayBases: (readonly [exDate: DayBasis, payDate: DayBasis])[]
  splits: Selectable<SplitTable>[]
}

export type ClosesOfFunds = ReadonlyMap<string, readonly Close[]>

/** All funds by symbol. @param closesOf result of findAllCloses(), if it is known */
export async function findFundHistories(db: Db, closesOf?: ClosesOfFunds): Promise<FundWithHistory[]> {
  const funds = await db
    .selectFrom('fund')
    .select(['symbol', 'family', 'name', 'issuer', 'known_until', 'state', 'state_since', 'state_cause'])
    .orderBy('symbol')
    .execute()
  const traitsOf = await findFamilyTraits(db)
  const paymentsOf = Map.groupBy(await selectPayments(db).execute(), ({ symbol }) => symbol)
  const closes = closesOf ?? (await findAllCloses(db))
  const splitsOf = Map.groupBy(await findSplitRows(db), ({ symbol }) => symbol)
  const volatilityOf = await findNewestVolatilities(db)
  const marketVolatility = await findMarketVolatility(db)
  const quarantinedOf = await findQuarantinedDays(db)
  return funds.map(({ symbol, family, name, issuer, known_until, ...standing }) => {
    const payments = paymentsOf.get(symbol) ?? []
    const volatility = volatilityOf.get(symbol)
    const quarantinedDays = quarantinedOf.get(symbol)
    const history: FundHistory = {
      symbol,
      family,
      traits: traitsOf.get(family),
      payments: payments.map(({ exDate, payDate, amount }) => ({ exDate, payDate, amount })),
      closes: closes.get(symbol) ?? [],
      ...(usesMarketVolatility(traitsOf.get(family)) && { marketVolatility }),
      ...(known_until !== null && { knownUntil: known_until }),
      ...(quarantinedDays !== undefined && { quarantinedDays }),
      ...(volatility && { optionVolatility: { date: volatility.date, value: volatility.value } })
    }
    return {
      history,
      name,
      issuer,
      standing: { symbol, ...standing },
      amountsAsPaid: payments.map((payment) => payment.amountAsPaid),
      dayBases: payments.map(({ exDateBasis, payDateBasis }) => [exDateBasis, payDateBasis] as const),
      splits: splitsOf.get(symbol) ?? []
    }
  })
}

/** Histories of all funds for pages, cached because reading all closes takes as long as rendering several of them. */
export const findHistories = cacheUntilFiguresChange(async (db) =>
  (await findFundHistories(db)).map(({ history }) => history)
)

/** All closes by fund. */
export async function findAllCloses(db: Db): Promise<ClosesOfFunds> {
  const rows = await db
    .selectFrom('price')
    .select(['symbol', 'date', 'close'])
    .orderBy('symbol')
    .orderBy('date')
    .execute()
  const closesOf = new Map<string, Close[]>()
  for (const { symbol, date, close } of rows) {
    const closes = closesOf.get(symbol)
    if (closes === undefined) closesOf.set(symbol, [{ date, close }])
    else closes.push({ date, close })
  }
  return closesOf
}

export async function findMarketVolatility(db: Db): Promise<Close[]> {
  return await db
    .selectFrom('underlying_close')
    .select(['date', 'close'])
    .where('underlying', '=', marketVolatilityIndex)
    .orderBy('date')
    .execute()
}

async function findNewestVolatilities(db: Db) {
  const rows = await db
    .selectFrom('implied_volatility as newest')
    .select(['symbol', 'date', 'value'])
    .where('date', '=', (eb) =>
      eb
        .selectFrom('implied_volatility as other')
        .select((inner) => inner.fn.max('other.date').as('day'))
        .whereRef('other.symbol', '=', 'newest.symbol')
    )
    .execute()
  return new Map(rows.map((row) => [row.symbol, row]))
}
