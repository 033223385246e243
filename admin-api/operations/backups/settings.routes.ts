import type { Router } from 'express'
import { makeBackup, optionalSettings, readSettings } from '../../contract/system.ts'
import { listBackups } from '../../platform/database/backups/backup-files.ts'
import { formatSize } from '../../platform/database/backups/last-backup.ts'
import { createRoutes } from '../../platform/http/route.ts'
import type { RouteParts } from '../../platform/http/session-guard.ts'
import type { Backups } from './backups.ts'

export type SettingsParts = {
  version: string
  /** Folder of this instance's database backups. */
  backupDir: string
  /** Names of the environment variables that are set. */
  givenVariables: readonly string[]
}

export function createSettingsRoutes({
  backups,
  version,
  backupDir,
  givenVariables,
  findSession
}: Pick<RouteParts, 'findSession'> & SettingsParts & { backups: Backups }): Router {
  const { router, route } = createRoutes(findSession)

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

  return router
}
