import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

export const estimateRecord: Migration = {
  async up(db) {
    await db.schema
      .createTable('estimate_record')
      .addColumn('symbol', 'text', (column) => column.notNull().references('fund.symbol'))
      .addColumn('ex_date', 'text', (column) => column.notNull())
      .addColumn('origin', 'text', (column) => column.notNull().check(sql`origin in ('replayed', 'live')`))
      .addColumn('as_of', 'text', (column) => column.notNull())
      .addColumn('family', 'text', (column) => column.notNull())
      .addColumn('made_at', 'text', (column) => column.notNull())
      .addColumn('method_version', 'text', (column) => column.notNull())
      .addColumn('rule', 'text', (column) => column.notNull())
      .addColumn('amount', 'real', (column) => column.notNull().check(sql`amount >= 0`))
      .addColumn('low', 'real', (column) => column.notNull())
      .addColumn('high', 'real', (column) => column.notNull())
      .addColumn('price', 'real', (column) => column.notNull().check(sql`price > 0`))
      .addColumn('price_date', 'text', (column) => column.notNull())
      .addColumn('baseline_last_yield', 'real')
      .addColumn('paid_ex_date', 'text')
      .addColumn('actual', 'real', (column) => column.check(sql`actual >= 0`))
      .addColumn('accuracy_score', 'real')
      .addColumn('scored_at', 'text')
      .addPrimaryKeyConstraint('estimate_record_key', ['symbol', 'ex_date', 'origin', 'as_of'])
      .modifyEnd(strict)
      .execute()
    // What the record is worth hangs on these three; another dialect would write them its own way.
    await sql`create trigger estimate_record_frozen before update of symbol, ex_date, origin, as_of, family,
      made_at, method_version, rule, amount, low, high, price, price_date, baseline_last_yield
      on estimate_record begin select raise(abort, 'a frozen estimate is never rewritten'); end`.execute(db)
    await sql`create trigger estimate_record_scored_once before update on estimate_record
      when old.actual is not null
      begin select raise(abort, 'an estimate is scored once'); end`.execute(db)
    await sql`create trigger estimate_record_live_stays before delete on estimate_record
      when old.origin = 'live' begin select raise(abort, 'a live estimate is never deleted'); end`.execute(db)
  }
}
