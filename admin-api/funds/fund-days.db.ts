import type { FundDayTable } from '../platform/database/schema/facts.ts'
import type { Db, Trx } from '../platform/database/schema.ts'

/** Stores days that are not stored yet: the first figures of a day stay. @returns the symbols of stored rows */
export async function writeFundDays(trx: Trx, days: readonly FundDayTable[]): Promise<Set<string>> {
  if (days.length === 0) return new Set()
  const stored = await trx
    .insertInto('fund_day')
    .values(days)
    .onConflict((conflict) => conflict.doNothing())
    .returning('symbol')
    .execute()
  return new Set(stored.map(({ symbol }) => symbol))
}

/** Net assets and shares outstanding of a fund on each stored day, oldest first. */
export function findFundDays(db: Db, symbol: string) {
  return db
    .selectFrom('fund_day')
    .select(['day', 'net_assets', 'shares_outstanding', 'source_name'])
    .where('symbol', '=', symbol)
    .orderBy('day')
    .execute()
}
