import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

/**
 * The payments of data/ that a database was given. What it was given once and lacks now, the operator deleted; what it
 * holds otherwise, he or a collection corrected: neither is given again.
 */
export const givenPayments: Migration = {
  async up(db) {
    await db.schema
      .createTable('given_payment')
      // Without a reference: a fund may get another symbol.
      .addColumn('symbol', 'text', (column) => column.notNull())
      .addColumn('ex_date', 'text', (column) => column.notNull())
      .addColumn('amount', 'real', (column) => column.notNull())
      .addPrimaryKeyConstraint('given_payment_key', ['symbol', 'ex_date'])
      .modifyEnd(strict)
      .execute()
    // All versions before were filled with the same figures, which ended on this day.
    await sql`insert into meta (key, value) select 'given-until', '2026-05-29' where exists (select 1 from fund)`.execute(
      db
    )
  }
}
