import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** SQLite checks column types only in STRICT tables. Another dialect would leave this out. */
const strict = sql`strict`

/** Oldest first; the names sort that way too. One that was released is never changed, only followed. */
const migrations: Record<string, Migration> = {
  '001-facts': {
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
  },
  '002-estimates': {
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
  },
  '003-searches-and-publishing': {
    async up(db) {
      await db.schema
        .createTable('search_history')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement().notNull())
        .addColumn('symbol', 'text', (column) => column.notNull())
        .addColumn('searched_at', 'text', (column) => column.notNull())
        .addColumn('ip_short', 'text', (column) => column.notNull())
        .addColumn('user_agent', 'text', (column) => column.notNull())
        .modifyEnd(strict)
        .execute()
      await db.schema
        .createIndex('search_history_symbol')
        .on('search_history')
        .columns(['symbol', 'searched_at'])
        .execute()
      await db.schema
        .createTable('publish_queue')
        .addColumn('path', 'text', (column) => column.primaryKey().notNull())
        .addColumn('revision', 'integer', (column) => column.notNull())
        .addColumn('queued_at', 'text', (column) => column.notNull())
        .modifyEnd(strict)
        .execute()
      await db.schema
        .createTable('meta')
        .addColumn('key', 'text', (column) => column.primaryKey().notNull())
        .addColumn('value', 'text', (column) => column.notNull())
        .modifyEnd(strict)
        .execute()
    }
  },
  '004-estimate-record': {
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
        when old.origin = 'live' begin select raise(abort, 'a live estimate is never deleted'); end`.execute(
        db
      )
    }
  }
}

/** Brings the tables to the newest form; each migration runs once, in a transaction. */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
