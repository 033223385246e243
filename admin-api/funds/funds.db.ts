import type { Selectable } from 'kysely'
import type { FundFact } from '../../data/schema.ts'
import { toNewYorkTime } from '../market-days/sessions.ts'
import type { IsoDay } from '../market-days/types.ts'
import type { FundTable } from '../platform/database/schema/facts.ts'
import type { Db } from '../platform/database/schema.ts'
import type { FundStanding } from './fund-state.ts'

const identity = ['symbol', 'name', 'issuer', 'family', 'underlying', 'state', 'batch'] as const
export type FundIdentity = Pick<Selectable<FundTable>, (typeof identity)[number]>

export async function findFunds(db: Db): Promise<FundIdentity[]> {
  return db.selectFrom('fund').select(identity).orderBy('symbol').execute()
}

export async function findFund(db: Db, symbol: string): Promise<FundIdentity | undefined> {
  return db.selectFrom('fund').select(identity).where('symbol', '=', symbol).executeTakeFirst()
}

/** Symbols of closed and retired funds. */
export async function findNotOpen(db: Db): Promise<Set<string>> {
  const rows = await db.selectFrom('fund').select('symbol').where('state', '!=', 'open').execute()
  return new Set(rows.map(({ symbol }) => symbol))
}

/**
 * Returns the newest day with a price; null in an empty database. Uses the key order of each fund: reading all rows
 * takes 2 ms, and every page and request needs the day.
 */
export async function findNewestPriceDay(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('fund')
    .select((eb) =>
      eb
        .selectFrom('price')
        .select((price) => price.fn.max('date').as('day'))
        .whereRef('price.symbol', '=', 'fund.symbol')
        .as('day')
    )
    .orderBy('day', (order) => order.desc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return row?.day ?? null
}

/** Fields of a fund that the operator adds. */
export type NewFund = Pick<
  Selectable<FundTable>,
  'symbol' | 'name' | 'issuer' | 'family' | 'underlying' | 'batch'
>

export async function insertFund(db: Db, fund: NewFund & { first_price_day: string }): Promise<void> {
  const by = { batch_by: 'operator', name_by: 'operator', added_by: 'operator' } as const
  await db
    .insertInto('fund')
    .values({ ...fund, ...by, note: '' })
    .execute()
}

/** Stores a fund's facts from data/ except fields that the operator edited. @returns whether anything changed */
export async function writeFundFacts(
  db: Db,
  symbol: string,
  { symbol: _, first_price_day, name, issuer, family, underlying, batch, ...others }: FundFact
): Promise<boolean> {
  const by = await db
    .selectFrom('fund')
    .select(['added_by', 'name_by', 'batch_by'])
    .where('symbol', '=', symbol)
    .executeTakeFirstOrThrow()
  const facts = {
    ...others,
    ...(by.added_by === 'data' && { issuer, family, underlying: underlying === '' ? null : underlying }),
    ...(by.name_by === 'data' && { name }),
    ...(by.batch_by === 'data' && { batch })
  }
  const columns = Object.keys(facts) as (keyof typeof facts)[]
  const result = await db
    .updateTable('fund')
    .set(facts)
    .where('symbol', '=', symbol)
    .where((eb) => eb.or(columns.map((column) => eb(column, 'is distinct from', facts[column] ?? null))))
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export type NewStanding = FundStanding & { ask_again_on: string | null }

/** Stores a fund's new state, and deletes the pending estimate of a fund that is no longer open. */
export async function writeStanding(
  db: Db,
  { symbol, state, state_since, state_cause, ask_again_on }: NewStanding
): Promise<void> {
  await db
    .updateTable('fund')
    .set({ state, state_since, state_cause, ask_again_on })
    .where('symbol', '=', symbol)
    .execute()
  await db.deleteFrom('unknown_day').where('symbol', '=', symbol).execute()
  if (state === 'open') return
  await db
    .deleteFrom('manual_entry')
    .where((eb) => eb.and({ symbol, kind: 'estimate', status: 'pending' }))
    .execute()
}

/** Returns today in New York; with market data that is not live, the newest day in the data. */
export async function findToday(
  db: Db,
  { clock, market }: { clock: () => Date; market: { isLive: boolean } }
): Promise<IsoDay> {
  const { day } = toNewYorkTime(clock())
  return market.isLive ? day : ((await findNewestPriceDay(db)) ?? day)
}

/** Open funds whose data were collected up to an earlier day only. */
export async function findFundsKnownBefore(db: Db, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('fund')
    .select('symbol')
    .where('known_until', '<', day)
    .where('state', '=', 'open')
    .orderBy('symbol')
    .execute()
  return rows.map(({ symbol }) => symbol)
}
