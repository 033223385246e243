import { type Kysely, sql } from 'kysely'
import { migrationNames } from './migrations.ts'
import type { Database } from './schema.ts'

const kyselyTables = ['kysely_migration', 'kysely_migration_lock']

/**
 * As requireSoundDatabase, for a PostgreSQL database: looks at it before anything is changed in it.
 * @throws Error with one sentence that says what to do
 */
export async function requireSoundPostgres(
  db: Kysely<Database>,
  given: { isPublished: boolean; mayBeginAnew: boolean }
): Promise<void> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema()`.execute(db)
  const names = tables.rows.map(({ name }) => name)
  // Where another process has just begun to make the tables, Kysely's own are there before all others.
  if (names.every((name) => kyselyTables.includes(name))) {
    if (given.mayBeginAnew || !given.isPublished) return
    throw new Error(
      'the database of DATABASE_URL is empty, but the site was published from another: let it name that one; to begin with an empty blog and the figures of data/, start once with NEW_DATABASE=true.'
    )
  }
  if (!names.includes('kysely_migration') || !names.includes('fund'))
    throw new Error(
      'the database of DATABASE_URL holds tables of another program: let it name one of its own.'
    )
  const made = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  const unknown = made.rows.find(({ name }) => !migrationNames.includes(name))
  if (unknown !== undefined)
    throw new Error(
      `the database of DATABASE_URL was written by a newer version of Doubloon (${unknown.name}): start that version.`
    )
}
