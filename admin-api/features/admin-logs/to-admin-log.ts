import { type AdminLog, logActions, logCategories, logLevels } from '../../contract/admin-log.ts'
import type { LogRow } from './admin-logs.db.ts'

/** A row as the wire tells it. What is damaged in one is told as such, so that the others can still be read. */
export function toAdminLog(row: LogRow): AdminLog {
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
    // Told below, as anything else that is no object.
  }
  return { unreadable: text }
}

function oneOf<Name extends string>(names: readonly Name[], found: string, otherwise: Name): Name {
  return names.find((name) => name === found) ?? otherwise
}
