import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypesOf } from '../dialect/column-types.ts'

/** Uploaded pictures, so that every node and every copy of the database has them. */
export const blogImages: Migration = {
  async up(db) {
    const { text, bytes, ending } = columnTypesOf(db)
    // The bytes last, so that SQLite need not walk through them to the rest of a row.
    await sql`create table blog_image (name ${text} primary key not null, uploaded_at ${text} not null,
      bytes ${bytes} not null) ${ending}`.execute(db)
  }
}
