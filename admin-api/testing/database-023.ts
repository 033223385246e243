import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'

/** The cookie of the operator in that database, whose session was last used at 21:00 UTC on June 5, 2026. */
export const sessionOf023 = 'doubloon-session=OSLNFnman6XgdKLeER4LinwplnUWjFtcE_u7xcAqbU0'

/** Creates the SQLite file of a database that the last release with migrations 001 to 023 wrote. */
export function createDatabase023(file: string): void {
  new SQLite(file).exec(readFileSync(join(import.meta.dirname, 'database-023.sql'), 'utf8')).close()
}

/** Makes it look like one that a still older release wrote, which had not run the last two migrations yet. */
export function forgetNewestMigrations(file: string): void {
  new SQLite(file).exec("delete from kysely_migration where name > '022'").close()
}
