import type { Kysely } from 'kysely'
import type { EntryRow } from '../../payments/manual-entries.db.ts'
import type { Database } from '../../platform/database/schema.ts'

export type EntryDays = Pick<EntryRow, 'payment_date' | 'payment_date_basis' | 'ex_date' | 'ex_date_basis'>

export async function writeDays(db: Kysely<Database>, id: number, days: EntryDays): Promise<void> {
  await db.updateTable('manual_entry').set(days).where('id', '=', id).execute()
}
