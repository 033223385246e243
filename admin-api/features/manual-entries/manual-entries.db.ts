import type { Kysely } from 'kysely'
import type { EntryRow } from '../../db/manual-entries.db.ts'
import type { Database } from '../../db/schema.ts'

export async function findEntriesById(db: Kysely<Database>, ids: readonly number[]): Promise<EntryRow[]> {
  return db.selectFrom('manual_entry').selectAll().where('id', 'in', ids).orderBy('id').execute()
}

export async function writeDays(
  db: Kysely<Database>,
  id: number,
  days: Pick<EntryRow, 'payment_date' | 'ex_date'>
): Promise<void> {
  await db.updateTable('manual_entry').set(days).where('id', '=', id).execute()
}

export async function markApproved(db: Kysely<Database>, id: number): Promise<void> {
  await db.updateTable('manual_entry').set({ status: 'approved' }).where('id', '=', id).execute()
}

/** Returns how many there were. */
export async function deleteEveryEntry(db: Kysely<Database>): Promise<number> {
  const result = await db.deleteFrom('manual_entry').executeTakeFirst()
  return Number(result.numDeletedRows)
}
