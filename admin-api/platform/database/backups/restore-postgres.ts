import { resolve } from 'node:path'
import type { Kysely } from 'kysely'
import { requireSoundPostgres } from '../check-postgres.ts'
import { copiedTables, copyAllRows } from '../copy-all-rows.ts'
import { countOtherConnections, emptyTables } from '../dialect/replace-rows.ts'
import { findState, migrate } from '../migrations.ts'
import { openDatabase } from '../open.ts'
import {
  type DatabaseFolders,
  databaseFileIn,
  makePrivateFolder,
  removeWithCompanions
} from '../private-files.ts'
import { readyCopy } from './restore-database.ts'
import { writeSafetyCopy } from './safety-copy.ts'
import type { Database } from '../schema.ts'
import { openSnapshot } from '../snapshot.ts'
import { writeTransaction } from '../write-transaction.ts'

/**
 * As restoreDatabase, into a PostgreSQL database: the rows of the copy, a SQLite file, take the place of all that is
 * there, in one transaction.
 * @returns the name of the copy of what was there before; null when nothing was.
 * @throws Error with one sentence; nothing has changed then
 */
export async function restorePostgres(
  from: string,
  url: string,
  { dataDir, backupDir }: DatabaseFolders,
  now: Date
): Promise<string | null> {
  const incoming = `${databaseFileIn(dataDir)}.restoring`
  const db = openDatabase(url)
  try {
    await requireSoundPostgres(db, { isPublished: false, mayBeginAnew: true })
    const others = await countOtherConnections(db)
    if (others > 0)
      throw new Error(
        `the database of DATABASE_URL is in use (${others} other connections): stop every process of Doubloon and whatever else is connected.`
      )
    makePrivateFolder(dataDir)
    removeWithCompanions(incoming)
    await readyCopy(resolve(from), incoming)
    const safetyCopy = (await hasFunds(db))
      ? await writeSafetyCopy(db, backupDir, { kind: 'before-restore', now, spared: resolve(from) })
      : null
    await migrate(db)
    await putRows(incoming, db)
    return safetyCopy?.name ?? null
  } finally {
    removeWithCompanions(incoming)
    await db.destroy()
  }
}

async function putRows(file: string, db: Kysely<Database>): Promise<void> {
  const copy = openDatabase(file)
  try {
    // It may be of an earlier version.
    await migrate(copy)
    const snapshot = await openSnapshot(copy)
    try {
      await writeTransaction(db, async (trx) => {
        await emptyTables(trx, copiedTables)
        await copyAllRows(snapshot, trx)
      })
    } finally {
      await snapshot.destroy()
    }
  } finally {
    await copy.destroy()
  }
}

async function hasFunds(db: Kysely<Database>): Promise<boolean> {
  if ((await findState(db)) === 'new') return false
  return (await db.selectFrom('fund').select('symbol').limit(1).executeTakeFirst()) !== undefined
}
