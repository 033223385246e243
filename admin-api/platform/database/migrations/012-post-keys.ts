import type { Migration } from 'kysely/migration'
import { strict } from './strict.ts'

/** Which post a call has made, so that the same call sent again makes no second one. */
export const postKeys: Migration = {
  async up(db) {
    await db.schema
      .createTable('post_key')
      .addColumn('key', 'text', (column) => column.primaryKey().notNull())
      // Without a reference: the key of a post that was deleted must not make another one.
      .addColumn('post_id', 'integer', (column) => column.notNull())
      .addColumn('body_hash', 'text', (column) => column.notNull())
      .addColumn('used_at', 'text', (column) => column.notNull())
      .modifyEnd(strict)
      .execute()
  }
}
