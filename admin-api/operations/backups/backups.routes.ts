import { Router } from 'express'
import { makeBackup } from '../../contract/system.ts'
import { formatSize } from '../../platform/database/backups/last-backup.ts'
import { route } from '../../platform/http/route.ts'
import type { RouteParts } from '../../platform/http/session-guard.ts'
import type { Backups } from './backups.ts'

export function createBackupsRoutes({
  backups,
  findSession
}: Pick<RouteParts, 'findSession'> & { backups: Backups }): Router {
  const router = Router()
  route(
    router,
    makeBackup,
    async (_input, { actor }) => {
      const { name, bytes, rows } = await backups.backUpNow(actor)
      return { message: `${name}: ${formatSize(bytes)}, ${rows} rows.` }
    },
    { findSession }
  )
  return router
}
