import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'

/** The operator's cookie in database-023.sql; its session was last used at 21:00 UTC on June 5, 2026. */
export const sessionOf023 = 'doubloon-session=OSLNFnman6XgdKLeER4LinwplnUWjFtcE_u7xcAqbU0'

/** Creates the SQLite file of a database that the last release with migrations 001 to 023 wrote. */
export function createDatabase023(file: string): void {
  new SQLite(file).exec(readFileSync(join(import.meta.dirname, 'database-023.sql'), 'utf8')).close()
}

/** Makes the file look like one of an older release, without the last two migrations. */
export function forgetNewestMigrations(file: string): void {
  new SQLite(file).exec("delete from kysely_migration where name > '022'").close()
}
