import { Router } from 'express'
import { clearLogs, readLogs } from '../contract/admin-log.ts'
import { writeLog } from './admin-log.db.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { route } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { toAdminLog } from './to-log-line.ts'
import { countLogs, deleteLogs, findLogs } from './log-list.db.ts'

export function createAdminLogsRoutes({ db, clock, findSession }: Services): Router {
  const router = Router()

  route(
    router,
    readLogs,
    async ({ level, category, action, ticker, limit, offset }) => {
      const filter = { level, category, action, symbol: ticker }
      const rows = await findLogs(db, filter, { limit, offset })
      return { logs: rows.map(toAdminLog), total: await countLogs(db, filter) }
    },
    { findSession }
  )

  route(
    router,
    clearLogs,
    async (_input, { actor }) => {
      const lines = await writeTransaction(db, async (trx) => {
        const deleted = await deleteLogs(trx)
        const message = `Cleared the log (${deleted} lines)`
        const about = { level: 'WARNING', category: 'SYSTEM', action: 'DELETE' } as const
        await writeLog(trx, { ...about, message, actor, metadata: { lines: deleted } }, clock())
        return deleted
      })
      return { message: lines === 1 ? '1 log line was cleared.' : `${lines} log lines were cleared.` }
    },
    { findSession }
  )

  return router
}
