import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'

export type FundIdentity = {
  symbol: string
  name: string
  issuer: string
  family: string
  underlying: string | null
}

export async function findFunds(db: Kysely<Database>): Promise<FundIdentity[]> {
  return db
    .selectFrom('fund')
    .select(['symbol', 'name', 'issuer', 'family', 'underlying'])
    .orderBy('symbol')
    .execute()
}

export async function findFund(db: Kysely<Database>, symbol: string): Promise<FundIdentity | undefined> {
  return db
    .selectFrom('fund')
    .select(['symbol', 'name', 'issuer', 'family', 'underlying'])
    .where('symbol', '=', symbol)
    .executeTakeFirst()
}

/** The newest day any price is known for; null in an empty database. */
export async function findNewestPriceDay(db: Kysely<Database>): Promise<string | null> {
  const row = await db
    .selectFrom('price')
    .select((eb) => eb.fn.max('date').as('day'))
    .executeTakeFirst()
  return row?.day ?? null
}
