import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

/** Counting the searches themselves costs a tenth of a second a million; these rows are one a fund and day. */
export const searchCounts: Migration = {
  async up(db) {
    await db.schema
      .createTable('search_count')
      .addColumn('symbol', 'text', (column) => column.notNull())
      .addColumn('day', 'text', (column) => column.notNull())
      .addColumn('searches', 'integer', (column) => column.notNull().check(sql`searches > 0`))
      .addColumn('latest_at', 'text', (column) => column.notNull())
      .addPrimaryKeyConstraint('search_count_key', ['symbol', 'day'])
      .modifyEnd(strict)
      .execute()
    await sql`insert into search_count (symbol, day, searches, latest_at)
      select symbol, substr(searched_at, 1, 10), count(*), max(searched_at) from search_history
      group by symbol, substr(searched_at, 1, 10)`.execute(db)
    await db.schema.dropIndex('search_history_symbol').execute()
    await db.schema
      .createIndex('search_history_searched_at')
      .on('search_history')
      .column('searched_at')
      .execute()
  }
}
