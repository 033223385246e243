import type { Selectable } from 'kysely'
import type { FundFact } from '../../data/schema.ts'
import type { FundTable } from '../platform/database/schema/facts.ts'
import type { Db } from '../platform/database/schema.ts'

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
