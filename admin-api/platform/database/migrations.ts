import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { isPostgres } from './dialect.ts'
import { baseline } from './migrations/baseline.ts'
import { laterMigrations } from './migrations/later-migrations.ts'
import type { Db } from './schema.ts'

/** A database with this migration equals one created by the baseline. */
const lastReplaced = '023-log-times'

/**
 * The migrations before the baseline. Kysely refuses a database that records a name it does not know, and the last release
 * that had these migrations refuses one that does not record them, so they stay in the list and do nothing.
 */
const replaced = [
  '001-facts',
  '002-estimates',
  '003-searches-and-publishing',
  '004-estimate-record',
  '005-operator',
  '006-blog',
  '007-known-until',
  '008-entry-decisions',
  '009-search-counts',
  '010-corrected-scores',
  '011-deleted-posts',
  '012-post-keys',
  '013-held-payments',
  '014-outages',
  '015-fund-states',
  '016-given-payments',
  '017-second-source',
  '018-page-log',
  '019-leases',
  '020-login-tries',
  '021-blog-images',
  '022-estimate-explanations'
]
/** The first one that PostgreSQL databases record. */
const firstOnPostgres = '017-second-source'

function listMigrations(names: readonly string[]): Record<string, Migration> {
  const doNothing: Migration = { up: async () => {} }
  return {
    ...Object.fromEntries(names.map((name) => [name, doNothing])),
    [lastReplaced]: baseline,
    ...laterMigrations
  }
}

/** Why a database can't be used, as it follows the name of the database in a sentence, and the remedy if only one helps. */
export type DatabaseFault = { reason: string; remedy?: string }

/**
 * Returns why this version can't use a database; null if it can.
 * @param executed names of the migrations that were run on it
 */
export function findVersionFault(executed: readonly string[]): DatabaseFault | null {
  const known = Object.keys(listMigrations(replaced))
  const unknown = executed.toSorted().find((name) => !known.includes(name))
  if (unknown !== undefined) return { reason: `was written by a newer version of Doubloon (${unknown})` }
  if (executed.length === 0 || executed.includes(lastReplaced)) return null
  return {
    reason: `was written by a version of Doubloon that is too old for this one (${executed.toSorted().at(-1)})`,
    remedy: 'update to the previous release first, start it once with this database, then update again'
  }
}

/** Whether all migrations of this version were run. */
export function isCurrentVersion(executed: readonly string[]): boolean {
  return executed.includes(Object.keys(listMigrations(replaced)).at(-1) ?? '')
}

/**
 * Whether the database has no tables yet, has those of an earlier version, or is up to date.
 * @throws Error with one sentence that says what to do if the version is too old
 */
export async function findState<Tables>(db: Kysely<Tables>): Promise<'new' | 'older' | 'current'> {
  const migrations = await createMigrator(db).getMigrations()
  const executed = migrations.filter(({ executedAt }) => executedAt !== undefined).map(({ name }) => name)
  const fault = findVersionFault(executed)
  if (fault !== null) throw new Error(`the database ${fault.reason}: ${fault.remedy}.`)
  if (executed.length === 0) return 'new'
  return executed.length < migrations.length ? 'older' : 'current'
}

/** Name of the newest migration that was run on a database that has tables. */
export async function findNewestMigration(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
  return rows[0]?.name ?? ''
}

/**
 * Creates or updates the tables. Each migration runs once, all pending ones in one transaction. Several processes may call
 * it at once on PostgreSQL: Kysely makes one wait for the other.
 * @param upTo the last migration to run, for a copy of an older database
 * @throws Error with one sentence that says what to do if the version is too old; nothing has changed then
 */
export async function migrate<Tables>(db: Kysely<Tables>, upTo?: string): Promise<void> {
  if ((await findState(db)) === 'current') return
  const migrator = createMigrator(db)
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error !== undefined) throw error
}

function createMigrator<Tables>(db: Kysely<Tables>): Migrator {
  const names = isPostgres(db) ? replaced.slice(replaced.indexOf(firstOnPostgres)) : replaced
  return new Migrator({ db, provider: { getMigrations: async () => listMigrations(names) } })
}
