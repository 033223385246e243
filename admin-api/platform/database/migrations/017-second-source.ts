import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

/**
 * What a second source says: payments that are declared and still ahead, the one of them that a fund is shown with, and
 * which held-back payment it contradicts.
 */
export const secondSource: Migration = {
  async up(db) {
    await db.schema
      .createTable('declared_payment')
      .addColumn('symbol', 'text', (column) => column.notNull().references('fund.symbol'))
      .addColumn('ex_date', 'text', (column) => column.notNull())
      .addColumn('payment_date', 'text', (column) => column.check(sql`payment_date >= ex_date`))
      .addColumn('amount', 'real', (column) => column.notNull().check(sql`amount >= 0`))
      .addColumn('declared_on', 'text')
      .addColumn('source_name', 'text', (column) => column.notNull())
      .addColumn('seen_on', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('declared_payment_key', ['symbol', 'ex_date'])
      .modifyEnd(strict)
      .execute()
    await db.schema.alterTable('estimate').addColumn('declared', 'text').execute()
    await db.schema.alterTable('manual_entry').addColumn('contradicted_by', 'text').execute()
  }
}
