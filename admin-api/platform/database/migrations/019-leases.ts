import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypesOf } from '../dialect/column-types.ts'

/** Who does what only one process may do at a time, and until when he has it. */
export const leases: Migration = {
  async up(db) {
    const { text, number, ending } = columnTypesOf(db)
    await sql`create table lease (
      name ${text} primary key, holder ${text} not null, ends_at ${number} not null, note ${text}) ${ending}`.execute(
      db
    )
  }
}
