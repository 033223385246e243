import { existsSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect, sql } from 'kysely'
import type { Config } from '../../admin-api/config.ts'
import { requireSoundDatabase } from '../../admin-api/platform/database/check-database.ts'
import { requireSoundPostgres } from '../../admin-api/platform/database/check-postgres.ts'
import { waitForPostgres } from '../../admin-api/platform/database/dialect/postgres.ts'
import { readLastBackup } from '../../admin-api/platform/database/backups/last-backup.db.ts'
import { migrationNames } from '../../admin-api/platform/database/migrations.ts'
import { openDatabase } from '../../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../../admin-api/platform/database/private-files.ts'
import type { Database } from '../../admin-api/platform/database/schema.ts'
import { judgeBackups } from '../../admin-api/platform/database/backups/last-backup.ts'
import { readSiteStamp } from '../../admin-api/publishing/site-stamp.ts'
import { type Finding, failed, ok, reasonOf, warning } from './finding.ts'

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
  if (place.databaseUrl !== null) {
    const advice = 'Look whether the server runs and lets this user in, and what DATABASE_URL says.'
    const fault = await waitForPostgres(place.databaseUrl, longestWaitMs).then(() => null, reasonOf)
    if (fault !== null) return [failed(`${fault.replace(/\.?$/, '.')} ${advice}`)]
  } else {
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
    const newest = (await findMadeMigrations(db)).at(-1)
    if (newest === undefined)
      return [...findings, warning('The database has no tables yet: the first start makes them.')]
    findings.push(
      newest === migrationNames.at(-1)
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
  if (databaseUrl !== null) return openDatabase(databaseUrl, { poolSize: 2, patienceMs: longestWaitMs })
  const database = new SQLite(databaseFileIn(dataDir), { readonly: true, fileMustExist: true })
  return new Kysely<Database>({ dialect: new SqliteDialect({ database }) })
}

/** The names of what brought the tables to their form; none where there are no tables yet. */
async function findMadeMigrations(db: Kysely<Database>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === 'kysely_migration')) return []
  const made = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return made.rows.map(({ name }) => name)
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
