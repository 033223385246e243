import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

/**
 * Whether a fund is open, closed or retired, since when and why; the symbols that funds once had; and the days on which
 * the source did not know a fund. What the operator wrote of a fund says so, so that later facts need not undo it.
 */
export const fundStates: Migration = {
  async up(db) {
    const fund = () => db.schema.alterTable('fund')
    await fund()
      .addColumn('state', 'text', (column) =>
        column.notNull().defaultTo('open').check(sql`state in ('open', 'closed', 'retired')`)
      )
      .execute()
    await fund().addColumn('state_since', 'text').execute()
    await fund()
      .addColumn('state_cause', 'text', (column) =>
        column.check(sql`state_cause in ('unknown', 'silent', 'operator')`)
      )
      .execute()
    await fund().addColumn('ask_again_on', 'text').execute()
    for (const name of ['batch_by', 'name_by', 'added_by'] as const)
      await fund()
        .addColumn(name, 'text', (column) =>
          column
            .notNull()
            .defaultTo('data')
            .check(sql`${sql.ref(name)} in ('data', 'operator')`)
        )
        .execute()
    await db.schema
      .createTable('former_symbol')
      .addColumn('symbol', 'text', (column) => column.primaryKey().notNull())
      .addColumn('present', 'text', (column) => column.notNull().references('fund.symbol'))
      .addColumn('renamed_on', 'text', (column) => column.notNull())
      .modifyEnd(strict)
      .execute()
    await db.schema
      .createTable('unknown_day')
      .addColumn('symbol', 'text', (column) => column.notNull().references('fund.symbol'))
      .addColumn('day', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('unknown_day_key', ['symbol', 'day'])
      .modifyEnd(strict)
      .execute()
    // A frozen estimate goes with its fund to the fund's new symbol, and nowhere else.
    await sql`drop trigger estimate_record_frozen`.execute(db)
    await sql`create trigger estimate_record_frozen before update of ex_date, origin, as_of, family,
      made_at, method_version, rule, amount, low, high, price, price_date, baseline_last_yield
      on estimate_record begin select raise(abort, 'a frozen estimate is never rewritten'); end`.execute(db)
    await sql`create trigger estimate_record_follows before update of symbol on estimate_record
      when not exists (select 1 from former_symbol where symbol = old.symbol and present = new.symbol)
      begin select raise(abort, 'a frozen estimate is never rewritten'); end`.execute(db)
    // Estimates are made anew at the next start, which finds the funds that are closed.
    await sql`update estimate set method_version = ''`.execute(db)
  }
}
