import type { Selectable } from 'kysely'
import type { AdminLog } from '../contract/admin-log.ts'
import type { AdminLogTable } from '../platform/database/schema/operator.ts'
import { logActions, logCategories, logLevels } from '../contract/vocabulary.ts'

/** A line of the log. A damaged field is shown as such, so that the other lines can still be read. */
export function toAdminLog(row: Selectable<AdminLogTable>): AdminLog {
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
    // Marked below, as anything else that is no object.
  }
  return { unreadable: text }
}

function oneOf<Name extends string>(names: readonly Name[], found: string, otherwise: Name): Name {
  return names.find((name) => name === found) ?? otherwise
}
