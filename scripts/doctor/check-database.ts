import { existsSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Config } from '../../admin-api/config.ts'
import { readLastBackup } from '../../admin-api/platform/database/backups/last-backup.db.ts'
import { judgeBackups } from '../../admin-api/platform/database/backups/last-backup.ts'
import {
  requireSoundDatabase,
  requireSoundPostgres
} from '../../admin-api/platform/database/check-database.ts'
import { waitForPostgres } from '../../admin-api/platform/database/drivers/postgres.ts'
import { findState } from '../../admin-api/platform/database/migrations.ts'
import { openDatabase } from '../../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../../admin-api/platform/database/private-files.ts'
import type { Database } from '../../admin-api/platform/database/schema.ts'
import { readSiteStamp } from '../../admin-api/publishing/built-site.ts'
import { messageOf } from '../command.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

type Place = Pick<
  Config,
  'dataDir' | 'backupDir' | 'databaseUrl' | 'databasePool' | 'siteDir' | 'mayBeginAnew'
>

const maxWaitMs = 3000
/**
 * Connections of an instance besides its pool: two of the thread that changes figures, one of the one that stores searches,
 * two of each of up to four render threads, and five for notices, reconnecting, backups and snapshots. On two cores 14 were
 * counted before searches had a thread.
 */
const besidePool = 16

/** Checks that the database is intact, current and backed up. Only reads, so it may run beside a server. */
export async function checkDatabase(place: Place, now: Date): Promise<Finding[]> {
  const stamp = await readSiteStamp(place.siteDir)
  const given = {
    isPublished: stamp !== null && stamp.database !== '',
    mayBeginAnew: place.mayBeginAnew
  }
  if (place.databaseUrl !== null) {
    const advice = 'Look whether the server runs and lets this user in, and what DATABASE_URL says.'
    const fault = await waitForPostgres(place.databaseUrl, maxWaitMs).then(() => null, messageOf)
    if (fault !== null) return [failed(`${fault.replace(/\.?$/, '.')} ${advice}`)]
  } else {
    requireSoundDatabase(place, given)
    if (!existsSync(databaseFileIn(place.dataDir)))
      return [warning(`There is no database in ${place.dataDir} yet: the first start makes one.`)]
  }
  const db = openForReading(place)
  try {
    const findings: Finding[] = []
    if (place.databaseUrl !== null) {
      await requireSoundPostgres(db, given)
      findings.push(await checkConnections(db, place.databasePool))
    }
    const newest = (await findRunMigrations(db)).at(-1)
    if (newest === undefined)
      return [...findings, warning('The database has no tables yet: the first start makes them.')]
    findings.push(
      (await findState(db)) === 'current'
        ? ok('The database is whole and of this version.')
        : warning(
            `The database is whole and of an earlier version (${newest}): the next start brings it to this one.`
          )
    )
    const { isWell, detail } = judgeBackups(await readLastBackup(db), now)
    const advice = 'Look into the log of the service, and make one with npm run backup.'
    return [...findings, isWell ? ok(detail) : failed(`${detail} ${advice}`)]
  } finally {
    await db.destroy()
  }
}

function openForReading({ dataDir, databaseUrl }: Place): Kysely<Database> {
  if (databaseUrl !== null) return openDatabase(databaseUrl, { poolSize: 2, patienceMs: maxWaitMs })
  const database = new SQLite(databaseFileIn(dataDir), { readonly: true, fileMustExist: true })
  return new Kysely<Database>({ dialect: new SqliteDialect({ database }) })
}

/** Names of the migrations that have run. */
async function findRunMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const run = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return run.rows.map(({ name }) => name)
}

async function checkConnections(db: Kysely<Database>, pool: number): Promise<Finding> {
  const row = await sql<{ version: string; most: string }>`select
    current_setting('server_version') as version, current_setting('max_connections') as most`.execute(db)
  const { version = '', most = '0' } = row.rows[0] ?? {}
  const instances = Math.floor(Number(most) / (pool + besidePool))
  if (instances >= 1)
    return ok(
      `PostgreSQL ${version} answers, and its ${most} connections do for ${instances} nodes like this.`
    )
  return failed(
    `PostgreSQL ${version} takes ${most} connections, and this node alone may need ${pool + besidePool}: lower DATABASE_POOL or raise max_connections.`
  )
}
