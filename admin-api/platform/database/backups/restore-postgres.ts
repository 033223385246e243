import { resolve } from 'node:path'
import { sql } from 'kysely'
import { countOf } from '../../../numbers/format-numbers.ts'
import { requireSoundPostgres } from '../check-database.ts'
import { copiedTables, copyAllRows } from '../copy-all-rows.ts'
import { findState, migrate } from '../migrations.ts'
import { openDatabase, openSnapshot } from '../open.ts'
import {
  type DatabaseFolders,
  databaseFileIn,
  makePrivateFolder,
  removeWithCompanions
} from '../private-files.ts'
import type { Db } from '../schema.ts'
import { writeTransaction } from '../write-transaction.ts'
import { prepareBackup } from './restore-database.ts'
import { writeBackupFile } from './write-backup.ts'

/**
 * Replaces all rows of a PostgreSQL database with those of a backup, a SQLite file, in one transaction.
 * @returns name of the backup of the replaced rows; null if there were none
 * @throws Error with one sentence; nothing has changed then
 */
export async function restorePostgres(
  from: string,
  url: string,
  { dataDir, backupDir }: DatabaseFolders,
  now: Date
): Promise<string | null> {
  const incoming = `${databaseFileIn(dataDir)}.restoring`
  await using db = openDatabase(url)
  try {
    await requireSoundPostgres(db, { isPublished: false, mayStartEmpty: true })
    await requireUnused(db, 'the database of DATABASE_URL')
    makePrivateFolder(dataDir)
    removeWithCompanions(incoming)
    await prepareBackup(resolve(from), incoming)
    const replaced = (await hasFunds(db))
      ? await writeBackupFile(db, backupDir, { kind: 'before-restore', now, retained: resolve(from) })
      : null
    await migrate(db)
    await replaceRows(incoming, db)
    return replaced?.name ?? null
  } finally {
    removeWithCompanions(incoming)
  }
}

/**
 * @param name of the database in the message
 * @throws Error with one sentence while others are connected to the database
 */
export async function requireUnused(db: Db, name: string): Promise<void> {
  const others = await countOtherConnections(db)
  if (others > 0)
    throw new Error(
      `${name} is in use (${countOf(others, 'other connection')}): stop every process of Doubloon and disconnect all other clients.`
    )
}

/** Connections of other processes to the same database; this process has only one. */
async function countOtherConnections(db: Db): Promise<number> {
  const { rows } = await sql<{ others: number }>`select count(*) as others from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(
    db
  )
  return rows[0]?.others ?? 0
}

async function hasFunds(db: Db): Promise<boolean> {
  if ((await findState(db)) === 'new') return false
  return (await db.selectFrom('fund').select('symbol').limit(1).executeTakeFirst()) !== undefined
}

async function replaceRows(file: string, db: Db): Promise<void> {
  await using backup = openDatabase(file)
  // It may be of an earlier version.
  await migrate(backup)
  await using snapshot = await openSnapshot(backup)
  await writeTransaction(db, async (trx) => {
    // Unlike 'delete', 'truncate' fires no trigger, which would refuse to delete frozen estimates.
    await sql`truncate ${sql.join(copiedTables.map((table) => sql.table(table)))}`.execute(trx)
    await copyAllRows(snapshot, trx)
  })
}
