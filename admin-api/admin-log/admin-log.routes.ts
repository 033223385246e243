import type { Selectable } from 'kysely'
import { type AdminLog, clearLogs, readLogs } from '../contract/admin-log.ts'
import { logActions, logCategories, logLevels } from '../contract/vocabulary.ts'
import type { AdminLogTable } from '../platform/database/schema/operator.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import type { RouteParts, Routes } from '../platform/http/route.ts'
import { countLogs, deleteLogs, findLogs, writeLog } from './admin-log.db.ts'

export function addAdminLogsRoutes({ route }: Routes, { db, clock }: RouteParts): void {
  route(readLogs, async ({ ticker, q, limit, offset, ...columns }) => {
    const filter = { ...columns, symbol: ticker, text: q }
    const rows = await findLogs(db, filter, { limit, offset })
    return { logs: rows.map(toAdminLog), total: await countLogs(db, filter) }
  })

  route(clearLogs, async (_input, { actor }) => {
    const lines = await writeTransaction(db, async (trx) => {
      const deleted = await deleteLogs(trx)
      const message = `Cleared the log (${deleted} lines)`
      const logFields = { level: 'WARNING', category: 'SYSTEM', action: 'DELETE' } as const
      await writeLog(trx, { ...logFields, message, actor, metadata: { lines: deleted } }, clock())
      return deleted
    })
    return { message: lines === 1 ? '1 log line was cleared.' : `${lines} log lines were cleared.` }
  })
}

/** Marks a damaged field instead of failing, so that the other lines can still be read. */
function toAdminLog(row: Selectable<AdminLogTable>): AdminLog {
  return {
    id: row.id,
    timestamp: row.timestamp,
    level: oneOf(logLevels, row.level, 'ERROR'),
    category: oneOf(logCategories, row.category, 'SYSTEM'),
    action: oneOf(logActions, row.action, 'DATA_INCONSISTENCY'),
    message: row.message,
    user_id: row.user_id,
    ip_address: row.ip_short,
    metadata: row.metadata === null ? null : parseMetadata(row.metadata),
    ticker: row.symbol,
    entity_id: row.entity_id
  }
}

function parseMetadata(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  } catch {
    // Marked below, like anything else that is not an object.
  }
  return { unreadable: text }
}

function oneOf<Name extends string>(names: readonly Name[], found: string, otherwise: Name): Name {
  return names.find((name) => name === found) ?? otherwise
}
