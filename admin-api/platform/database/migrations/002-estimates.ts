import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

export const estimates: Migration = {
  async up(db) {
    await db.schema
      .createTable('estimate')
      .addColumn('symbol', 'text', (column) => column.primaryKey().notNull().references('fund.symbol'))
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('message', 'text')
      .addColumn('as_of', 'text', (column) => column.notNull())
      .addColumn('amount', 'real')
      .addColumn('low', 'real')
      .addColumn('high', 'real')
      .addColumn('rule', 'text')
      .addColumn('frequency', 'integer')
      .addColumn('next_ex_date', 'text')
      .addColumn('next_pay_date', 'text')
      .addColumn('price', 'real')
      .addColumn('price_date', 'text')
      .addColumn('latest_amount', 'real')
      .addColumn('latest_ex_date', 'text')
      .addColumn('average_amount', 'real')
      .addColumn('volatility', 'real')
      .addColumn('volatility_source', 'text')
      .addColumn('k_factor', 'real')
      .addColumn('weight', 'real')
      .addColumn('reasons', 'text')
      .addColumn('source_name', 'text', (column) => column.notNull())
      .addColumn('history_digest', 'text', (column) => column.notNull())
      .addColumn('method_version', 'text', (column) => column.notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .modifyEnd(strict)
      .execute()
  }
}
