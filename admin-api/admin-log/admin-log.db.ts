import type { Kysely } from 'kysely'
import type { AdminLogTable } from '../platform/database/schema/operator.ts'
import type { Database } from '../platform/database/schema.ts'

/** Who did it, and from where: a shortened address. */
export type Actor = { userId: string | null; ipShort: string }

export type LogEntry = Pick<AdminLogTable, 'level' | 'category' | 'action' | 'message'> & {
  /** Left out where the service acted by itself. */
  actor?: Actor
  metadata?: Record<string, unknown>
  symbol?: string
  entityId?: string | number
}

/** Writes one line of the operator's log. Call it in the transaction of what it is about. */
export async function writeLog(db: Kysely<Database>, entry: LogEntry, now: Date): Promise<void> {
  const { level, category, action, message } = entry
  await db
    .insertInto('admin_log')
    .values({
      timestamp: now.toISOString(),
      level,
      category,
      action,
      message,
      user_id: entry.actor?.userId ?? null,
      ip_short: entry.actor?.ipShort ?? null,
      metadata: entry.metadata === undefined ? null : JSON.stringify(entry.metadata),
      symbol: entry.symbol ?? null,
      entity_id: entry.entityId === undefined ? null : String(entry.entityId)
    })
    .execute()
}
