import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { columnTypesOf } from '../dialect/column-types.ts'

/** The queue of pages becomes a log that every node reads for itself; what waited is the beginning of it. */
export const pageLog: Migration = {
  async up(db) {
    const { id, text, ending } = columnTypesOf(db)
    await sql`create table page_change (id ${id}, path ${text} not null, queued_at ${text} not null,
      goes_first integer not null default 0 check (goes_first in (0, 1))) ${ending}`.execute(db)
    await sql`insert into page_change (path, queued_at)
      select path, queued_at from publish_queue order by queued_at, path`.execute(db)
    await sql`drop table publish_queue`.execute(db)
  }
}
