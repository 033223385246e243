import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

export const blog: Migration = {
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
}
