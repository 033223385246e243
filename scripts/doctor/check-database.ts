import { accessSync, constants, existsSync, readdirSync } from 'node:fs'
import { sql } from 'kysely'
import { findFactorState } from '../../admin-api/accounts/second-factor.ts'
import type { Config } from '../../admin-api/config.ts'
import { countOf } from '../../admin-api/numbers/format-numbers.ts'
import { describeFuture } from '../../admin-api/platform/database/backups/backup-files.ts'
import { judgeBackups, readLastBackup } from '../../admin-api/platform/database/backups/last-backup.ts'
import {
  requireSoundDatabase,
  requireSoundPostgres
} from '../../admin-api/platform/database/check-database.ts'
import { waitForPostgres } from '../../admin-api/platform/database/drivers/postgres.ts'
import { findNewestMigration, findState } from '../../admin-api/platform/database/migrations.ts'
import { openForReading } from '../../admin-api/platform/database/open.ts'
import { databaseFileIn } from '../../admin-api/platform/database/private-files.ts'
import type { Db } from '../../admin-api/platform/database/schema.ts'
import { readSiteStamp } from '../../admin-api/publishing/built-site.ts'
import { messageOf } from '../command.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

type DatabaseSettings = Pick<
  Config,
  'dataDir' | 'backupDir' | 'databaseUrl' | 'databasePool' | 'siteDir' | 'mayStartEmpty'
>

const maxWaitMs = 3000
/**
 * Connections of an instance besides its pool: two for the back office, two for each of up to four render threads, and
 * five for notices, reconnecting, backups and snapshots. On two cores 14 were counted.
 */
const connectionsBesidesPool = 15

/** Checks that the database is intact, current and backed up. Only reads, so it may run while the service does. */
export async function checkDatabase(settings: DatabaseSettings, now: Date): Promise<Finding[]> {
  const stamp = await readSiteStamp(settings.siteDir)
  const expectations = {
    isPublished: stamp !== null && stamp.database !== '',
    mayStartEmpty: settings.mayStartEmpty
  }
  if (settings.databaseUrl !== null) {
    const advice = 'Check that the server runs and accepts this user, and check DATABASE_URL.'
    const fault = await waitForPostgres(settings.databaseUrl, maxWaitMs).then(() => null, messageOf)
    if (fault !== null) return [failed(`${fault.replace(/\.?$/, '.')} ${advice}`)]
  } else {
    requireSoundDatabase(settings, expectations)
    if (!existsSync(databaseFileIn(settings.dataDir)))
      return [warning(`There is no database in ${settings.dataDir} yet: the first start creates one.`)]
  }
  await using db = openForReading(settings.databaseUrl ?? databaseFileIn(settings.dataDir))
  const findings = settings.databaseUrl === null ? checkFileRights(databaseFileIn(settings.dataDir)) : []
  if (settings.databaseUrl !== null) {
    await requireSoundPostgres(db, expectations)
    findings.push(await checkConnections(db, settings.databasePool))
  }
  const state = await findState(db)
  if (state === 'new')
    return [...findings, warning('The database has no tables yet: the first start creates them.')]
  const version = await findNewestMigration(db)
  findings.push(
    state === 'current'
      ? ok('The database is intact and up to date.')
      : warning(`The database is intact and of an earlier version (${version}): the next start upgrades it.`)
  )
  if ((await findFactorState(db)) === 'damaged')
    findings.push(
      failed(
        'The stored second factor is damaged, so nobody can log in. Remove it with npm run second-factor-off, log in with the password, and set it up again.'
      )
    )
  const future = existsSync(settings.backupDir) ? describeFuture(readdirSync(settings.backupDir), now) : null
  if (future !== null) findings.push(warning(future))
  const { isWell, detail } = judgeBackups(await readLastBackup(db), now)
  const advice = 'See the log of the service, and make a backup with npm run backup.'
  return [...findings, isWell ? ok(detail) : failed(`${detail} ${advice}`)]
}

/** Of the file and its log: SQLite opens a database that may not be written read-only, and nothing can be saved. */
function checkFileRights(file: string): Finding[] {
  return [file, `${file}-wal`, `${file}-shm`].filter(existsSync).flatMap((each) => {
    try {
      accessSync(each, constants.R_OK | constants.W_OK)
      return []
    } catch {
      return [
        failed(
          `${each} is read-only for this user, so nothing can be saved: make the user that runs the service its owner and let it write, then restart the service.`
        )
      ]
    }
  })
}

async function checkConnections(db: Db, pool: number): Promise<Finding> {
  const row = await sql<{ version: string; most: string }>`select
    current_setting('server_version') as version, current_setting('max_connections') as most`.execute(db)
  const { version = '', most = '0' } = row.rows[0] ?? {}
  const instances = Math.floor(Number(most) / (pool + connectionsBesidesPool))
  if (instances >= 1)
    return ok(
      `PostgreSQL ${version} responds, and its ${most} connections are enough for ${countOf(instances, 'instance')} like this one.`
    )
  return failed(
    `PostgreSQL ${version} allows ${most} connections, but this instance may need ${pool + connectionsBesidesPool}: lower DATABASE_POOL or raise max_connections.`
  )
}
