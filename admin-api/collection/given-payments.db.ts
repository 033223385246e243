import type { Kysely } from 'kysely'
import type { DividendFact } from '../../data/schema.ts'
import type { Database } from '../platform/database/schema.ts'

type Given = Pick<DividendFact, 'symbol' | 'ex_date' | 'amount'>

/** SQLite takes at most 32,766 bound values in one statement; a row has 3. */
const rowsAStatement = 5000

/** What of data/ the database was given before. */
export async function findGiven(db: Kysely<Database>): Promise<Given[]> {
  return db.selectFrom('given_payment').select(['symbol', 'ex_date', 'amount']).execute()
}

export async function writeGiven(db: Kysely<Database>, payments: readonly Given[]): Promise<void> {
  for (let start = 0; start < payments.length; start += rowsAStatement) {
    await db
      .insertInto('given_payment')
      .values(
        payments
          .slice(start, start + rowsAStatement)
          .map(({ symbol, ex_date, amount }) => ({ symbol, ex_date, amount }))
      )
      .onConflict((conflict) =>
        conflict.columns(['symbol', 'ex_date']).doUpdateSet((eb) => ({ amount: eb.ref('excluded.amount') }))
      )
      .execute()
  }
}
