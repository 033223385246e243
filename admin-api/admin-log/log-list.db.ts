import type { Kysely, Selectable } from 'kysely'
import type { AdminLogTable } from '../platform/database/schema/operator.ts'
import type { Database } from '../platform/database/schema.ts'

export type LogRow = Selectable<AdminLogTable>
/** Columns left undefined are not filtered. */
export type LogFilter = {
  [Column in 'level' | 'category' | 'action' | 'symbol']?: AdminLogTable[Column] | undefined
}

/** Newest first. */
export async function findLogs(
  db: Kysely<Database>,
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

export async function countLogs(db: Kysely<Database>, filter: LogFilter = {}): Promise<number> {
  const row = await filtered(db, filter)
    .select((eb) => eb.fn.countAll<number>().as('lines'))
    .executeTakeFirst()
  return Number(row?.lines ?? 0)
}

/** @returns how many there were */
export async function deleteLogs(db: Kysely<Database>): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('admin_log').executeTakeFirst()
  return Number(numDeletedRows)
}

function filtered(db: Kysely<Database>, { level, category, action, symbol }: LogFilter) {
  return db.selectFrom('admin_log').where((eb) =>
    eb.and({
      ...(level !== undefined && { level }),
      ...(category !== undefined && { category }),
      ...(action !== undefined && { action }),
      ...(symbol !== undefined && { symbol })
    })
  )
}
