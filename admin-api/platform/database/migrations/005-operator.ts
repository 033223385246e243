import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

export const operator: Migration = {
  async up(db) {
    // A payment may now be expected: SQLite can only drop 'not null' by making the table anew.
    await db.schema
      .createTable('dividend_history_new')
      .addColumn('symbol', 'text', (column) => column.notNull().references('fund.symbol'))
      .addColumn('payment_date', 'text', (column) => column.notNull())
      .addColumn('payment_date_basis', 'text', (column) => column.notNull())
      .addColumn('ex_date', 'text', (column) => column.notNull())
      .addColumn('ex_date_basis', 'text', (column) => column.notNull())
      .addColumn('amount', 'real', (column) => column.check(sql`amount >= 0`))
      .addColumn('amount_as_paid', 'real')
      .addColumn('agreement', 'text', (column) => column.notNull())
      .addColumn('sources', 'text', (column) => column.notNull())
      .addColumn('collection_date', 'text')
      .addColumn('estimated_amount', 'real', (column) => column.check(sql`estimated_amount >= 0`))
      .addColumn('frequency', 'text')
      .addColumn('implied_volatility', 'real')
      .addColumn('price', 'real')
      .addColumn('average_amount', 'real')
      .addColumn('accuracy_score', 'real')
      .addPrimaryKeyConstraint('dividend_history_key', ['symbol', 'payment_date'])
      .modifyEnd(strict)
      .execute()
    await sql`insert into dividend_history_new (symbol, payment_date, payment_date_basis, ex_date,
      ex_date_basis, amount, amount_as_paid, agreement, sources)
      select symbol, payment_date, payment_date_basis, ex_date, ex_date_basis, amount, amount_as_paid,
      agreement, sources from dividend_history`.execute(db)
    await db.schema.dropTable('dividend_history').execute()
    await db.schema.alterTable('dividend_history_new').renameTo('dividend_history').execute()
    // Two payments never go ex on one day; an expectation may still stand beside the payment it becomes.
    await db.schema
      .createIndex('dividend_history_paid_ex_date')
      .on('dividend_history')
      .columns(['symbol', 'ex_date'])
      .unique()
      .where(sql<boolean>`amount is not null`)
      .execute()
    await sql`create view payment as select symbol, payment_date, payment_date_basis, ex_date, ex_date_basis,
      amount, amount_as_paid, agreement, sources from dividend_history where amount is not null`.execute(db)
    await db.schema.alterTable('estimate').addColumn('dates_confirmed_on', 'text').execute()
    await db.schema
      .createTable('implied_volatility')
      .addColumn('symbol', 'text', (column) => column.notNull().references('fund.symbol'))
      .addColumn('date', 'text', (column) => column.notNull())
      .addColumn('value', 'real', (column) => column.notNull().check(sql`value > 0`))
      .addPrimaryKeyConstraint('implied_volatility_key', ['symbol', 'date'])
      .modifyEnd(strict)
      .execute()
    await db.schema
      .createTable('session')
      .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('seen_at', 'text', (column) => column.notNull())
      .addColumn('ip_short', 'text', (column) => column.notNull())
      .addColumn('user_agent', 'text', (column) => column.notNull())
      .modifyEnd(strict)
      .execute()
    await db.schema
      .createTable('admin_log')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement().notNull())
      .addColumn('timestamp', 'text', (column) => column.notNull())
      .addColumn('level', 'text', (column) => column.notNull())
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('action', 'text', (column) => column.notNull())
      .addColumn('message', 'text', (column) => column.notNull())
      .addColumn('user_id', 'text')
      .addColumn('ip_short', 'text')
      .addColumn('metadata', 'text')
      .addColumn('symbol', 'text')
      .addColumn('entity_id', 'text')
      .modifyEnd(strict)
      .execute()
    await db.schema
      .createTable('manual_entry')
      .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement().notNull())
      .addColumn('symbol', 'text', (column) => column.notNull().references('fund.symbol'))
      .addColumn('kind', 'text', (column) => column.notNull().check(sql`kind in ('estimate', 'payment')`))
      .addColumn('status', 'text', (column) => column.notNull().check(sql`status in ('pending', 'approved')`))
      .addColumn('collection_date', 'text', (column) => column.notNull())
      .addColumn('payment_date', 'text')
      .addColumn('ex_date', 'text')
      .addColumn('estimated_amount', 'real')
      .addColumn('amount', 'real')
      .addColumn('price', 'real')
      .addColumn('implied_volatility', 'real')
      .addColumn('average_amount', 'real')
      .addColumn('frequency', 'text', (column) => column.notNull())
      .addColumn('reason', 'text')
      .addColumn('created_at', 'text', (column) => column.notNull())
      .modifyEnd(strict)
      .execute()
  }
}
