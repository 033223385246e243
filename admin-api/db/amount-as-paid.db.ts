import type { Kysely } from 'kysely'
import type { Database } from './schema.ts'
import { roundTo } from './wire-format.ts'

/**
 * What `amount` (dollars a share on today's share basis) was on the basis of `exDate`: divided by every merger of
 * shares since, to 6 decimals. Null where a merger's own day is unknown and no payment up to `exDate` is known to
 * come after it.
 */
export async function findAmountAsPaid(
  db: Kysely<Database>,
  { symbol, exDate, amount }: { symbol: string; exDate: string; amount: number }
): Promise<number | null> {
  const splits = await db
    .selectFrom('split')
    .select(['date', 'old_shares', 'new_shares'])
    .where('symbol', '=', symbol)
    .where((eb) => eb.or([eb('date', '=', ''), eb('date', '>', exDate)]))
    .execute()
  if (splits.some(({ date }) => date === '') && !(await isOnKnownBasis(db, symbol, exDate))) return null
  const merged = splits
    .filter(({ date }) => date !== '')
    .reduce((product, split) => product * (split.old_shares / split.new_shares), 1)
  return merged === 1 ? amount : roundTo(6, amount / merged)
}

/** Whether an earlier payment says what it was as paid, so that the merger of unknown day lies before it. */
async function isOnKnownBasis(db: Kysely<Database>, symbol: string, exDate: string): Promise<boolean> {
  const earlier = await db
    .selectFrom('payment')
    .select('ex_date')
    .where('symbol', '=', symbol)
    .where('ex_date', '<=', exDate)
    .where('amount_as_paid', 'is not', null)
    .limit(1)
    .executeTakeFirst()
  return earlier !== undefined
}
