import { type Selectable, sql } from 'kysely'
import { retention } from '../contract/system.ts'
import { countRows, trimOldest } from '../platform/database/rows.ts'
import type { AdminLogTable } from '../platform/database/schema/operator.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'

/** Person who made a change, and the shortened address of the request. */
export type Actor = { userId: string | null; ipShort: string }

export type LogEntry = Pick<AdminLogTable, 'category' | 'action' | 'message'> & {
  /** 'INFO' by default. */
  level?: AdminLogTable['level']
  /** Left out if the service acted by itself. */
  actor?: Actor
  metadata?: Record<string, unknown>
  symbol?: string
  entityId?: string | number
}

/** Writes a line of the operator's log. Call it in the transaction of the change that it is about. */
export async function writeLog(db: Db, entry: LogEntry, now: Date): Promise<void> {
  const { level = 'INFO', category, action, message } = entry
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

export type LogRow = Selectable<AdminLogTable>
/** Undefined filters match everything. */
export type LogFilter = {
  [Column in 'level' | 'category' | 'action' | 'symbol']?: AdminLogTable[Column] | undefined
} & {
  /** Case-insensitive substring of the message. */
  text?: string | undefined
  /** Instants: written at `from` or later, and before `before`. */
  from?: string | undefined
  before?: string | undefined
}

/** Returns log lines, newest first. */
export async function findLogs(
  db: Db,
  filter: LogFilter,
  page: { limit: number; offset: number }
): Promise<LogRow[]> {
  return filtered(db, filter)
    .selectAll()
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
}

export function countLogs(db: Db, filter: LogFilter = {}): Promise<number> {
  return countRows(filtered(db, filter))
}

export async function deleteLogs(db: Db): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('admin_log').executeTakeFirst()
  return Number(numDeletedRows)
}

function filtered(db: Db, { text, from, before, ...columns }: LogFilter) {
  return db.selectFrom('admin_log').where((eb) => {
    const chosen = Object.entries(columns).filter(([, value]) => value !== undefined)
    const pattern = `%${text?.toLowerCase().replaceAll(/[\\%_]/g, '\\$&')}%`
    return eb.and([
      eb.and(Object.fromEntries(chosen)),
      ...(text === undefined ? [] : [sql<boolean>`lower(message) like ${pattern} escape '\\'`]),
      ...(from === undefined ? [] : [eb('timestamp', '>=', new Date(from).toISOString())]),
      ...(before === undefined ? [] : [eb('timestamp', '<', new Date(before).toISOString())])
    ])
  })
}

/** Removes old lines, at most a batch at a time. @returns whether there may be more */
export function cleanUpLog(db: Db, now: Date, most: number = retention.logLines): Promise<boolean> {
  const before = new Date(now.getTime() - retention.logDays * 86_400_000).toISOString()
  const lines = { table: 'admin_log', time: 'timestamp' } as const
  return writeTransaction(db, (trx) => trimOldest(trx, lines, { before, most }))
}
