import { join } from 'node:path'
import { writeLog } from '../../admin-log/admin-log.db.ts'
import { previewRestore, restoreBackup } from '../../contract/restores.ts'
import {
  makeBackup,
  optionalSettings,
  readOperator,
  readSettings,
  saveOperator
} from '../../contract/system.ts'
import { findOperator } from '../../pages/operator.pages.ts'
import { type BackupFile, listBackups } from '../../platform/database/backups/backup-files.ts'
import { formatSize } from '../../platform/database/backups/last-backup.ts'
import { isPostgres } from '../../platform/database/dialect.ts'
import { writeMetaValue } from '../../platform/database/meta.db.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { ApiError } from '../../platform/http/errors.ts'
import type { RouteParts, Routes } from '../../platform/http/route.ts'
import type { QueueChange } from '../../publishing/page-kind.ts'
import type { Backups } from './backups.ts'
import { type BackupComparison, compareBackup } from './compare-backup.ts'
import { requestRestore } from './pending-restore.ts'

export type SettingsParts = {
  version: string
  /** Folder of this instance's database backups. */
  backupDir: string
  givenVariables: readonly string[]
  dataDir: string
  /** Host of the site's address, which the operator types to confirm a restore. */
  siteName: string
  /** Ends this process gracefully and starts it again; null if it can't. */
  restart: (() => void) | null
}

export function addSettingsRoutes(
  { route }: Routes,
  {
    db,
    clock,
    queueChange,
    backups,
    version,
    backupDir,
    givenVariables,
    dataDir,
    siteName,
    restart
  }: RouteParts & SettingsParts & { backups: Backups; queueChange: QueueChange }
): void {
  route(readSettings, async () => ({
    version,
    settings: optionalSettings.map((name) => ({ name, is_set: givenVariables.includes(name) })),
    backups: listBackups(backupDir).map(({ name, kind, madeAt, bytes }) => ({
      name,
      kind,
      made_at: madeAt.toISOString(),
      bytes
    }))
  }))

  route(makeBackup, async (_input, { actor }) => {
    const { name, bytes, rows } = await backups.backUpNow(actor)
    return { message: `${name}: ${formatSize(bytes)}, ${rows} rows.` }
  })

  /** Returns why a restore takes a command, and which one; null if it can be done here. */
  function findObstacle(name: string): string | null {
    const command = `npm run restore -- ${name}`
    if (isPostgres(db))
      return `The database is on PostgreSQL, which other instances may use: stop every instance, run ${command} on this machine, and start them again.`
    return restart === null ? `Stop the service, run ${command}, and start it again.` : null
  }

  function findBackup(name: string): BackupFile {
    const backup = listBackups(backupDir).find((each) => each.name === name)
    if (backup === undefined) throw new ApiError('not-found', `There is no backup ${name} on this machine.`)
    return backup
  }

  async function compare({ name, madeAt }: BackupFile): Promise<BackupComparison> {
    try {
      return await compareBackup(db, join(backupDir, name), madeAt)
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'It could not be read.'
      throw new ApiError('conflict', `${name} can't be restored. ${reason}`)
    }
  }

  route(previewRestore, async ({ name }) => {
    const backup = findBackup(name)
    return {
      made_at: backup.madeAt.toISOString(),
      ...(await compare(backup)),
      site_name: siteName,
      obstacle: findObstacle(name)
    }
  })

  route(restoreBackup, async ({ name, site_name }, { actor }) => {
    const backup = findBackup(name)
    const obstacle = findObstacle(name)
    if (obstacle !== null || restart === null) throw new ApiError('conflict', obstacle ?? '')
    if (site_name.trim().toLowerCase() !== siteName.toLowerCase())
      throw new ApiError('invalid-input', `Type ${siteName} to restore this backup.`)
    await compare(backup)
    await requestRestore(dataDir, { backup: name, actor })
    restart()
    return {
      message: `The service backs up the current database and restarts with ${name}. Log in again with the password of that time.`
    }
  })

  route(readOperator, () => findOperator(db))

  route(saveOperator, async (operator, { actor }) => {
    const now = clock()
    const message = 'The pages About and Privacy Policy now name the operator as entered.'
    await writeTransaction(db, async (trx) => {
      await writeMetaValue(trx, 'operator', operator)
      await queueChange(trx, { kind: 'operator' }, now)
      await writeLog(trx, { category: 'SYSTEM', action: 'UPDATE', message, actor }, now)
    })
    return { message }
  })
}
