import { join } from 'node:path'
import { type Actor, writeLog } from '../../admin-log/admin-log.db.ts'
import { parseBackupName } from '../../platform/database/backups/backup-files.ts'
import { restoreDatabase } from '../../platform/database/backups/restore-database.ts'
import type { DatabaseFolders } from '../../platform/database/private-files.ts'
import type { Db } from '../../platform/database/schema.ts'
import { readJson, removeDurably, writeJsonDurably } from '../../platform/files/durable-file.ts'

/** A restore that the operator asked for, which the next start carries out. */
type PendingRestore = { backup: string; actor: Actor }

/** `replaced`: backup of the replaced database; `fault`: why nothing has changed. */
export type FinishedRestore = PendingRestore & ({ replaced: string | null } | { fault: string })

const fileIn = (dataDir: string) => join(dataDir, 'restore.json')

/** Stores the request durably: however the process ends now, the next one carries it out. */
export function requestRestore(dataDir: string, pending: PendingRestore): Promise<void> {
  return writeJsonDurably(fileIn(dataDir), pending)
}

/**
 * Carries out a requested restore, before the service opens the database. If it is killed, the next start repeats it; it
 * replaces the database in one step. @returns null if none was requested
 */
export async function finishRestore(folders: DatabaseFolders, now: Date): Promise<FinishedRestore | null> {
  const file = fileIn(folders.dataDir)
  const pending = await readJson<PendingRestore>(file)
  if (pending === null) return null
  const result = await restore(pending, folders, now)
  await removeDurably([file])
  return { ...pending, ...result }
}

async function restore({ backup }: PendingRestore, folders: DatabaseFolders, now: Date) {
  if (parseBackupName(backup) === null) return { fault: `${backup} is not a backup.` }
  try {
    return { replaced: await restoreDatabase(join(folders.backupDir, backup), folders, now) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** Writes the result to the operator's log. */
export async function noteRestore(db: Db, restored: FinishedRestore, now: Date): Promise<void> {
  const { backup, actor } = restored
  const entry = { category: 'SYSTEM', action: 'UPDATE', actor } as const
  if ('fault' in restored) {
    const message = `${backup} was not restored, and nothing has changed: ${restored.fault}`
    return writeLog(db, { ...entry, level: 'ERROR', message }, now)
  }
  const replaced = restored.replaced === null ? '' : ` The replaced one is ${restored.replaced}.`
  const message = `The database is the one of ${backup} again.${replaced}`
  return writeLog(db, { ...entry, level: 'WARNING', message }, now)
}
