import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

/** Where deleted posts wait for a while: in a table of their own, so that nothing that reads posts can show one. */
export const deletedPosts: Migration = {
  async up(db) {
    await db.schema
      .createTable('deleted_post')
      .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('slug', 'text', (column) => column.notNull())
      .addColumn('excerpt', 'text', (column) => column.notNull())
      .addColumn('content', 'text', (column) => column.notNull())
      .addColumn('reading_minutes', 'integer', (column) => column.notNull())
      .addColumn('published', 'integer', (column) => column.notNull().check(sql`published in (0, 1)`))
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('updated_at', 'text', (column) => column.notNull())
      .addColumn('published_at', 'text')
      .addColumn('archive_number', 'integer', (column) => column.unique())
      .addColumn('deleted_at', 'text', (column) => column.notNull())
      .modifyEnd(strict)
      .execute()
    await db.schema.createIndex('deleted_post_deleted_at').on('deleted_post').column('deleted_at').execute()
  }
}
