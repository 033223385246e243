import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypesOf } from '../dialect/column-types.ts'

/** Wrong passwords, so that all processes count them together. */
export const loginTries: Migration = {
  async up(db) {
    const { text, number, ending } = columnTypesOf(db)
    await sql`create table login_try (
      caller ${text} primary key, tries integer not null, tried_at ${number} not null, wait_ms ${number} not null
      ) ${ending}`.execute(db)
  }
}
