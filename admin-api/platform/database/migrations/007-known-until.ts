import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const knownUntil: Migration = {
  async up(db) {
    await db.schema.alterTable('fund').addColumn('known_until', 'text').execute()
    await sql`update fund set known_until = (select max(date) from price)`.execute(db)
  }
}
