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

/**
 * The newest day any price is known for; null in an empty database. Looked up fund by fund, as the key of the table is
 * ordered: a look at all rows takes 2 ms, and every page and call needs the day.
 */
export async function findNewestPriceDay(db: Kysely<Database>): Promise<string | null> {
  const row = await db
    .selectFrom('fund')
    .select((eb) =>
      eb
        .selectFrom('price')
        .select((price) => price.fn.max('date').as('day'))
        .whereRef('price.symbol', '=', 'fund.symbol')
        .as('day')
    )
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.day ?? null
}
