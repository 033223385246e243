import { existsSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Config } from '../../admin-api/config.ts'
import { requireSoundDatabase } from '../../admin-api/db/check-database.ts'
import { requireSoundPostgres } from '../../admin-api/db/check-postgres.ts'
import { waitForPostgres } from '../../admin-api/db/dialect/postgres.ts'
import { readLastBackup } from '../../admin-api/db/last-backup.db.ts'
import { migrationNames } from '../../admin-api/db/migrations.ts'
import { openDatabase } from '../../admin-api/db/open.ts'
import { databaseFileIn } from '../../admin-api/db/private-files.ts'
import type { Database } from '../../admin-api/db/schema.ts'
import { judgeBackups } from '../../admin-api/domain/backups/last-backup.ts'
import { readSiteStamp } from '../../admin-api/publisher/site-stamp.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

type Place = Pick<
  Config,
  'dataDir' | 'backupDir' | 'databaseUrl' | 'databasePool' | 'siteDir' | 'mayBeginAnew'
>

const longestWaitMs = 3000
/** Each node listens for notices, tries whether the server is back, and copies: five connections beside its pool. */
const besidePool = 5

/** Reads alone, so that it may run beside a server: whether the database is whole, of which version, and backed up. */
export async function checkDatabase(place: Place, now: Date): Promise<Omit<Finding, 'name'>[]> {
  const stamp = await readSiteStamp(place.siteDir)
  const given = {
    isPublished: stamp !== null && stamp.database !== '',
    mayBeginAnew: place.mayBeginAnew
  }
  if (place.databaseUrl !== null) await waitForPostgres(place.databaseUrl, longestWaitMs)
  else {
    requireSoundDatabase(place, given)
    if (!existsSync(databaseFileIn(place.dataDir)))
      return [warning(`There is no database in ${place.dataDir} yet: the first start makes one.`)]
  }
  const db = openForReading(place)
  try {
    const findings: Omit<Finding, 'name'>[] = []
    if (place.databaseUrl !== null) {
      await requireSoundPostgres(db, given)
      findings.push(await checkConnections(db, place.databasePool))
    }
    findings.push(await checkVersion(db))
    const { isWell, detail } = judgeBackups(await readLastBackup(db), now)
    const advice = 'Look into the log of the service, and make one with npm run backup.'
    return [...findings, isWell ? ok(detail) : failed(`${detail} ${advice}`)]
  } finally {
    await db.destroy()
  }
}

function openForReading({ dataDir, databaseUrl }: Place): Kysely<Database> {
  if (databaseUrl !== null) return openDatabase(databaseUrl, { poolSize: 2, patienceMs: longestWaitMs })
  const database = new SQLite(databaseFileIn(dataDir), { readonly: true, fileMustExist: true })
  return new Kysely<Database>({ dialect: new SqliteDialect({ database }) })
}

async function checkVersion(db: Kysely<Database>): Promise<Omit<Finding, 'name'>> {
  const made = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const missing = migrationNames.length - made.rows.length
  if (missing === 0) return ok('The database is whole and of this version.')
  return warning(
    `The database is whole and of an earlier version: the next start brings it to this one (${missing} steps).`
  )
}

async function checkConnections(db: Kysely<Database>, pool: number): Promise<Omit<Finding, 'name'>> {
  const row = await sql<{ version: string; most: string }>`select
    current_setting('server_version') as version, current_setting('max_connections') as most`.execute(db)
  const { version = '', most = '0' } = row.rows[0] ?? {}
  const nodes = Math.floor(Number(most) / (pool + besidePool))
  if (nodes >= 1)
    return ok(`PostgreSQL ${version} answers, and its ${most} connections do for ${nodes} nodes like this.`)
  return failed(
    `PostgreSQL ${version} takes ${most} connections, and this node alone may need ${pool + besidePool}: lower DATABASE_POOL or raise max_connections.`
  )
}
