import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypesOf } from '../dialect/column-types.ts'

/** How each current estimate came about, so that no page has to walk through history for it. The next start fills it. */
export const estimateExplanations: Migration = {
  async up(db) {
    const { text, ending } = columnTypesOf(db)
    await sql`create table estimate_explanation (symbol ${text} primary key not null,
      explanation ${text} not null) ${ending}`.execute(db)
  }
}
