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
  },
  '005-operator': {
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
        .addColumn('status', 'text', (column) =>
          column.notNull().check(sql`status in ('pending', 'approved')`)
        )
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
  },
  '006-blog': {
    async up(db) {
      await db.schema
        .createTable('blog_post')
        .addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement().notNull())
        .addColumn('title', 'text', (column) => column.notNull())
        .addColumn('slug', 'text', (column) => column.notNull().unique())
        .addColumn('excerpt', 'text', (column) => column.notNull())
        .addColumn('content', 'text', (column) => column.notNull())
        .addColumn('reading_minutes', 'integer', (column) => column.notNull())
        .addColumn('published', 'integer', (column) => column.notNull().check(sql`published in (0, 1)`))
        .addColumn('created_at', 'text', (column) => column.notNull())
        .addColumn('updated_at', 'text', (column) => column.notNull())
        .addColumn('published_at', 'text')
        .addColumn('archive_number', 'integer', (column) => column.unique())
        .modifyEnd(strict)
        .execute()
      await db.schema
        .createIndex('blog_post_published')
        .on('blog_post')
        .columns(['published', 'archive_number'])
        .execute()
      await db.schema
        .createTable('blog_redirect')
        .addColumn('slug', 'text', (column) => column.primaryKey().notNull())
        .addColumn('post_id', 'integer', (column) =>
          column.notNull().references('blog_post.id').onDelete('cascade')
        )
        .modifyEnd(strict)
        .execute()
    }
  },
  '007-known-until': {
    async up(db) {
      await db.schema.alterTable('fund').addColumn('known_until', 'text').execute()
      await sql`update fund set known_until = (select max(date) from price)`.execute(db)
    }
  }
}

/** Brings the tables to the newest form; each migration runs once, all that are due in one transaction. */
export async function migrate<Tables>(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}
