import type { Kysely } from 'kysely'
import { sendLater } from './backups/last-backup.db.ts'
import { findState, migrate } from './migrations.ts'
import { writeSafetyCopy } from './backups/safety-copy.ts'
import type { Database } from './schema.ts'
import { writeTransaction } from './write-transaction.ts'

/**
 * As migrate; where that changes the tables of an earlier version, a copy of the database is kept in the folder first,
 * because no way leads back.
 * @throws Error with one sentence that says what to do where the copy can't be made; nothing has changed then
 */
export async function migrateSafely(db: Kysely<Database>, backupDir: string, now: Date): Promise<void> {
  const copy = (await findState(db)) === 'older' ? await copyBeforeMigration(db, backupDir, now) : null
  await migrate(db)
  // Only queued: no start should wait for a network.
  if (copy !== null) await writeTransaction(db, (trx) => sendLater(trx, copy, now))
}

/** @returns the name of the copy */
async function copyBeforeMigration(db: Kysely<Database>, backupDir: string, now: Date): Promise<string> {
  try {
    return (await writeSafetyCopy(db, backupDir, { kind: 'before-migration', now })).name
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new Error(
      `the database is of an earlier version, and the copy that is kept before its tables are changed could not be written to ${backupDir} (${reason}): make room there, or let BACKUP_DIR name another folder.`,
      { cause: error }
    )
  }
}
