import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { isPostgres } from './dialect/is-postgres.ts'
import { facts } from './migrations/001-facts.ts'
import { estimates } from './migrations/002-estimates.ts'
import { searchesAndPublishing } from './migrations/003-searches-and-publishing.ts'
import { estimateRecord } from './migrations/004-estimate-record.ts'
import { operator } from './migrations/005-operator.ts'
import { blog } from './migrations/006-blog.ts'
import { knownUntil } from './migrations/007-known-until.ts'
import { entryDecisions } from './migrations/008-entry-decisions.ts'
import { searchCounts } from './migrations/009-search-counts.ts'
import { correctedScores } from './migrations/010-corrected-scores.ts'
import { deletedPosts } from './migrations/011-deleted-posts.ts'
import { postKeys } from './migrations/012-post-keys.ts'
import { heldPayments } from './migrations/013-held-payments.ts'
import { outages } from './migrations/014-outages.ts'
import { fundStates } from './migrations/015-fund-states.ts'
import { givenPayments } from './migrations/016-given-payments.ts'
import { secondSource } from './migrations/017-second-source.ts'
import { pageLog } from './migrations/018-page-log.ts'
import { leases } from './migrations/019-leases.ts'
import { loginTries } from './migrations/020-login-tries.ts'
import { blogImages } from './migrations/021-blog-images.ts'
import { estimateExplanations } from './migrations/022-estimate-explanations.ts'
import { logTimes } from './migrations/023-log-times.ts'
import { postgresTables } from './migrations/postgres-tables.ts'
import type { Database } from './schema.ts'

/** Oldest first; the names sort that way too. One that was released is never changed, only followed. */
const ofBoth: Record<string, Migration> = {
  '018-page-log': pageLog,
  '019-leases': leases,
  '020-login-tries': loginTries,
  '021-blog-images': blogImages,
  '022-estimate-explanations': estimateExplanations,
  '023-log-times': logTimes
}

/** From before PostgreSQL was known here, which begins with all of them as one. */
const ofSqlite: Record<string, Migration> = {
  '001-facts': facts,
  '002-estimates': estimates,
  '003-searches-and-publishing': searchesAndPublishing,
  '004-estimate-record': estimateRecord,
  '005-operator': operator,
  '006-blog': blog,
  '007-known-until': knownUntil,
  '008-entry-decisions': entryDecisions,
  '009-search-counts': searchCounts,
  '010-corrected-scores': correctedScores,
  '011-deleted-posts': deletedPosts,
  '012-post-keys': postKeys,
  '013-held-payments': heldPayments,
  '014-outages': outages,
  '015-fund-states': fundStates,
  '016-given-payments': givenPayments,
  '017-second-source': secondSource
}

const sqliteMigrations = { ...ofSqlite, ...ofBoth }
const postgresMigrations: Record<string, Migration> = { '017-second-source': postgresTables, ...ofBoth }

/** All this version knows; a database that has others was written by a newer one. */
export const migrationNames: readonly string[] = Object.keys(sqliteMigrations)

/** Whether the database has no tables yet, has those of an earlier version, or is up to date. */
export async function findState<Tables>(db: Kysely<Tables>): Promise<'new' | 'older' | 'current'> {
  const migrations = await createMigrator(db).getMigrations()
  if (migrations.every(({ executedAt }) => executedAt === undefined)) return 'new'
  return migrations.some(({ executedAt }) => executedAt === undefined) ? 'older' : 'current'
}

/** The name of the last one that was run on a database that has its tables. */
export async function findNewestMigration(db: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db)
  return rows[0]?.name ?? ''
}

/**
 * Brings the tables to the newest form; each migration runs once, all that are due in one transaction. Several processes
 * may do it at once on PostgreSQL: Kysely has one wait for the other.
 * @param upTo the last one to run, for a test that needs an older database
 */
export async function migrate<Tables>(db: Kysely<Tables>, upTo?: string): Promise<void> {
  const migrator = createMigrator(db)
  const { error } = await (upTo === undefined ? migrator.migrateToLatest() : migrator.migrateTo(upTo))
  if (error !== undefined) throw error
}

function createMigrator<Tables>(db: Kysely<Tables>): Migrator {
  const migrations = isPostgres(db) ? postgresMigrations : sqliteMigrations
  return new Migrator({ db, provider: { getMigrations: async () => migrations } })
}
