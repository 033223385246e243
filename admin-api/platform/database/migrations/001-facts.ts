import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

export const facts: Migration = {
  async up(db) {
    await db.schema
      .createTable('fund')
      .addColumn('symbol', 'text', (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('issuer', 'text', (column) => column.notNull())
      .addColumn('family', 'text', (column) => column.notNull())
      .addColumn('underlying', 'text')
      .addColumn('batch', 'text', (column) => column.notNull())
      .addColumn('first_price_day', 'text', (column) => column.notNull())
      .addColumn('note', 'text', (column) => column.notNull())
      .modifyEnd(strict)
      .execute()
    await db.schema
      .createTable('price')
      .addColumn('symbol', 'text', (column) => column.notNull().references('fund.symbol'))
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('close', 'real', (column) => column.notNull().check(sql`close > 0`))
      .addColumn('basis', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('price_key', ['symbol', 'date'])
      .modifyEnd(strict)
      .execute()
    await db.schema
      .createTable('dividend_history')
      .addColumn('symbol', 'text', (column) => column.notNull().references('fund.symbol'))
      .addColumn('payment_date', 'text', (column) => column.notNull())
      .addColumn('payment_date_basis', 'text', (column) => column.notNull())
      .addColumn('ex_date', 'text', (column) => column.notNull())
      .addColumn('ex_date_basis', 'text', (column) => column.notNull())
      .addColumn('amount', 'real', (column) => column.notNull().check(sql`amount >= 0`))
      .addColumn('amount_as_paid', 'real')
      .addColumn('agreement', 'text', (column) => column.notNull())
      .addColumn('sources', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('dividend_history_key', ['symbol', 'payment_date'])
      .addUniqueConstraint('dividend_history_ex_date', ['symbol', 'ex_date'])
      .modifyEnd(strict)
      .execute()
    await db.schema
      .createTable('split')
      .addColumn('symbol', 'text', (column) => column.notNull().references('fund.symbol'))
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('old_shares', 'integer', (column) => column.notNull().check(sql`old_shares > 0`))
      .addColumn('new_shares', 'integer', (column) => column.notNull().check(sql`new_shares > 0`))
      .addColumn('basis', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('split_key', ['symbol', 'date'])
      .modifyEnd(strict)
      .execute()
  }
}
