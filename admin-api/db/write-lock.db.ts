import type { Transaction } from 'kysely'
import type { Database } from './schema.ts'

/**
 * Makes a transaction the only writer from its start. SQLite waits for another process's write only at the first
 * write of a transaction that has read nothing yet; one that read first is refused. Matches no row.
 */
export async function takeWriteLock(trx: Transaction<Database>): Promise<void> {
  await trx.updateTable('meta').set({ value: '' }).where('key', '=', 'write-lock').execute()
}
