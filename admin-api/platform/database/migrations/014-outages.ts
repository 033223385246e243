import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

/** What is out of order and who was told, and when each fund's options were asked for: both outlive a restart. */
export const outages: Migration = {
  async up(db) {
    await db.schema
      .createTable('outage')
      .addColumn('subject', 'text', (column) => column.primaryKey().notNull())
      .addColumn('reason', 'text', (column) => column.notNull())
      .addColumn('began_at', 'text', (column) => column.notNull())
      .addColumn('alerted_at', 'text')
      .addColumn('ended_at', 'text')
      .modifyEnd(strict)
      .execute()
    await db.schema.alterTable('fund').addColumn('options_asked_at', 'text').execute()
  }
}
