import type { IsoDay } from '../market-days/types.ts'
import type { FundSightingTable } from '../platform/database/schema/sources.ts'
import type { Db } from '../platform/database/schema.ts'

export type Sighting = Omit<FundSightingTable, 'first_on' | 'last_on'>

/** Counts symbols that no fund has; the same event is counted once. */
export async function noteSightings(db: Db, sightings: readonly Sighting[], today: IsoDay): Promise<void> {
  for (const sighting of sightings)
    await db
      .insertInto('fund_sighting')
      .values({ ...sighting, first_on: today, last_on: today })
      .onConflict((conflict) =>
        conflict.columns(['symbol', 'source_name', 'event']).doUpdateSet({
          last_on: today,
          issuer: sighting.issuer,
          ...(sighting.name !== null && { name: sighting.name })
        })
      )
      .execute()
}

/**
 * Notes which funds the exchange's list has today. A fund that it never had counts from the first list on.
 * @param symbols of our funds; `listed`: those on the list
 */
export async function noteListing(
  db: Db,
  { symbols, listed }: { symbols: readonly string[]; listed: ReadonlySet<string> },
  today: IsoDay
): Promise<void> {
  for (const symbol of symbols)
    await db
      .insertInto('fund_listing')
      .values({ symbol, last_on: today })
      .onConflict((conflict) =>
        listed.has(symbol) ? conflict.column('symbol').doUpdateSet({ last_on: today }) : conflict.doNothing()
      )
      .execute()
}

/** Sightings of symbols that are no fund and were not dismissed. */
export async function findSightings(db: Db): Promise<FundSightingTable[]> {
  return db
    .selectFrom('fund_sighting')
    .selectAll()
    .where('symbol', 'not in', (eb) => eb.selectFrom('fund').select('symbol'))
    .where('symbol', 'not in', (eb) => eb.selectFrom('former_symbol').select('symbol'))
    .where('symbol', 'not in', (eb) => eb.selectFrom('dismissed_proposal').select('symbol'))
    .orderBy('symbol')
    .orderBy('first_on')
    .execute()
}

/** An open fund that the exchange's list last had on `lastOn`, with its ex-dates and the day of its last 19a notice. */
export type UnlistedFund = {
  symbol: string
  name: string
  issuer: string
  lastOn: IsoDay
  exDates: IsoDay[]
  noticedOn: IsoDay | null
}

/** Funds that are off the list since `before` or longer and whose closing was not dismissed. */
export async function findUnlisted(db: Db, before: IsoDay): Promise<UnlistedFund[]> {
  const rows = await db
    .selectFrom('fund')
    .innerJoin('fund_listing', 'fund_listing.symbol', 'fund.symbol')
    .select(['fund.symbol', 'fund.name', 'fund.issuer', 'fund_listing.last_on'])
    .where('fund.state', '=', 'open')
    .where('fund_listing.last_on', '<=', before)
    .where('fund.symbol', 'not in', (inner) => inner.selectFrom('dismissed_proposal').select('symbol'))
    .orderBy('fund.symbol')
    .execute()
  return Promise.all(
    rows.map(async ({ last_on: lastOn, ...fund }) => {
      const payments = await db
        .selectFrom('payment')
        .select('ex_date')
        .where('symbol', '=', fund.symbol)
        .orderBy('ex_date')
        .execute()
      const notice = await db
        .selectFrom('return_of_capital')
        .select((eb) => eb.fn.max('ex_date_or_year').as('day'))
        .where('symbol', '=', fund.symbol)
        .where('kind', '=', '19a')
        .executeTakeFirst()
      return { ...fund, lastOn, exDates: payments.map((row) => row.ex_date), noticedOn: notice?.day ?? null }
    })
  )
}

export async function writeDismissal(db: Db, symbol: string, dismissed_on: IsoDay): Promise<void> {
  await db
    .insertInto('dismissed_proposal')
    .values({ symbol, dismissed_on })
    .onConflict((conflict) => conflict.column('symbol').doUpdateSet({ dismissed_on }))
    .execute()
}
