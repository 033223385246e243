import type { Kysely } from 'kysely'
import type { SplitHistory } from './amount-as-paid.ts'
import type { Database } from '../platform/database/schema.ts'

/** What amountAsPaid() needs to know of a fund. */
export async function findSplitHistory(db: Kysely<Database>, symbol: string): Promise<SplitHistory> {
  const splits = await db
    .selectFrom('split')
    .select(['date', 'old_shares', 'new_shares'])
    .where('symbol', '=', symbol)
    .execute()
  const first = await db
    .selectFrom('payment')
    .select((eb) => eb.fn.min<string | null>('ex_date').as('ex_date'))
    .where('symbol', '=', symbol)
    .where('amount_as_paid', 'is not', null)
    .executeTakeFirst()
  return { splits, knownFrom: first?.ex_date ?? null }
}
