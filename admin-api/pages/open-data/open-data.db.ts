import type { Db } from '../../platform/database/schema.ts'

/** Recorded implied volatility of the fund's underlying, oldest first. */
export async function findVolatilityRows(db: Db, symbol: string) {
  return db
    .selectFrom('underlying_volatility as volatility')
    .innerJoin('fund', 'fund.underlying', 'volatility.underlying')
    .select(['volatility.date', 'volatility.value', 'volatility.expiry', 'volatility.source'])
    .where('fund.symbol', '=', symbol)
    .orderBy('volatility.date')
    .execute()
}

/** Closes of an underlying, oldest first. */
export async function findUnderlyingCloses(db: Db, underlying: string) {
  return db
    .selectFrom('underlying_close')
    .select(['date', 'close', 'source'])
    .where('underlying', '=', underlying)
    .orderBy('date')
    .execute()
}

export async function hasUnderlyingCloses(db: Db, underlying: string): Promise<boolean> {
  const row = await db
    .selectFrom('underlying_close')
    .select('date')
    .where('underlying', '=', underlying)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
