import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

export const searchesAndPublishing: Migration = {
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
}
