import type { Logger } from 'pino'
import { sendLater } from './backups/last-backup.ts'
import { writeBackupFile } from './backups/write-backup.ts'
import { findState, migrate } from './migrations.ts'
import type { Db } from './schema.ts'
import { writeTransaction } from './write-transaction.ts'

/**
 * Migrates the database. One of an earlier version is backed up first, because migrations can't be undone.
 * @throws Error with one sentence that says what to do if the backup fails; nothing has changed then
 */
export async function migrateSafely(
  db: Db,
  backupDir: string,
  { now, log }: { now: Date; log: Logger }
): Promise<void> {
  const backup = (await findState(db)) === 'older' ? await backUpBeforeMigration(db, backupDir, now) : null
  await migrate(db)
  // Only queued: a start must not wait for a network.
  if (backup === null) return
  // A warning, so that it is logged at the usual level: only the backup can undo the migration.
  log.warn({ backup }, 'the database was upgraded to this version, after a backup')
  await writeTransaction(db, (trx) => sendLater(trx, backup, now))
}

/** @returns name of the backup */
async function backUpBeforeMigration(db: Db, backupDir: string, now: Date): Promise<string> {
  try {
    return (await writeBackupFile(db, backupDir, { kind: 'before-migration', now })).name
  } catch (error) {
    const reason = error instanceof Error ? error.message : error
    throw new Error(
      `the database is of an earlier version, and the backup that is made before its tables are changed could not be written to ${backupDir} (${reason}): make room there, or let BACKUP_DIR name another folder.`,
      { cause: error }
    )
  }
}
