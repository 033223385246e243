import { Router } from 'express'
import { makeBackup } from '../../contract/backups.ts'
import { spellSize } from '../../platform/database/backups/spell-backup.ts'
import { route } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'

export function createBackupsRoutes({ backups, findSession }: Services): Router {
  const router = Router()
  route(
    router,
    makeBackup,
    async (_input, { actor }) => {
      const { name, bytes, rows } = await backups.backUpNow(actor)
      return { message: `${name}: ${spellSize(bytes)}, ${rows} rows.` }
    },
    { findSession }
  )
  return router
}
