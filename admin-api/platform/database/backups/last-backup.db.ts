import type { Kysely, Transaction } from 'kysely'
import { readMetaValue, writeMetaValue } from '../meta.db.ts'
import type { Database } from '../schema.ts'
import type { LastBackup } from './last-backup.ts'

/** Returns null until the background work first checks whether a backup is due. */
export function readLastBackup(db: Kysely<Database>): Promise<LastBackup | null> {
  return readMetaValue(db, 'last-backup')
}

/** Needs a write transaction, because other processes may change it, too. */
export async function changeLastBackup(
  trx: Transaction<Database>,
  now: Date,
  change: (last: LastBackup) => LastBackup
): Promise<void> {
  const last = (await readLastBackup(trx)) ?? beginAt(now)
  await writeMetaValue(trx, 'last-backup', change(last))
}

/** Queues a file for BACKUP_COMMAND, which the background work runs. */
export async function sendLater(trx: Transaction<Database>, name: string, now: Date): Promise<void> {
  await changeLastBackup(trx, now, (last) => ({ ...last, unsent: [...last.unsent, name] }))
}

function beginAt(now: Date): LastBackup {
  return { begunAt: now.toISOString(), made: null, failed: null, unsent: [], taken: null, refused: null }
}
