import { existsSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { requireUnused } from './backups/restore-postgres.ts'
import { findFault, findPostgresFault } from './check-database.ts'
import { copyToNew, type TableCopy } from './copy-all-rows.ts'
import { isPostgresUrl } from './drivers/postgres.ts'
import { lockDatabase } from './lock-database.ts'
import { findState, migrate } from './migrations.ts'
import { openDatabase, openSnapshotOf } from './open.ts'
import { databaseFileIn } from './private-files.ts'
import type { Db } from './schema.ts'

/** Location of a database: the file of a SQLite database, or the URL of a PostgreSQL one. */
export type Move = { from: string; to: string }

/**
 * Copies a database into an empty one, which gets the tables of this version. The source is only read, and no service may
 * use either meanwhile.
 * @throws Error with one sentence; nothing was written if the source or the target is in use, or another program's
 */
export async function moveDatabase({ from, to }: Move, now: Date): Promise<TableCopy[]> {
  using locks = new DisposableStack()
  for (const file of [from, to].filter(isServed))
    locks.defer(lockDatabase(dirname(resolve(file)), now).release)
  await requireSource(from)
  await requireTarget(to)
  return await copyDatabase(from, to)
}

/** Whether a service with DATA_DIR at its folder would serve this file. */
function isServed(location: string): boolean {
  const isFile = !isPostgresUrl(location) && existsSync(location)
  return isFile && databaseFileIn(dirname(resolve(location))) === resolve(location)
}

async function requireSource(from: string): Promise<void> {
  if (isPostgresUrl(from))
    return withPostgres(from, async (db) => {
      await requireUnused(db, 'the source')
      const fault = await findPostgresFault(db)
      if (fault !== null) throw new Error(`the source ${fault.reason}.`)
      if ((await findState(db)) === 'new') throw new Error('the source has no tables of Doubloon.')
    })
  if (!statSync(from, { throwIfNoEntry: false })?.isFile()) throw new Error(`there is no file ${from}.`)
  requireSound(from)
}

async function requireTarget(to: string): Promise<void> {
  if (isPostgresUrl(to))
    return withPostgres(to, async (db) => {
      await requireUnused(db, 'the target')
      const fault = await findPostgresFault(db)
      if (fault !== null) throw new Error(`the target ${fault.reason}: name a new, empty database.`)
    })
  const isNew = !existsSync(to) || statSync(to).size === 0
  if (!isNew) requireSound(to)
}

function requireSound(file: string): void {
  const fault = findFault(file)
  if (fault !== null)
    throw new Error(
      `${file} ${fault.remedy === undefined ? fault.reason : `${fault.reason}: ${fault.remedy}`}.`
    )
}

async function withPostgres(url: string, check: (db: Db) => Promise<void>): Promise<void> {
  await using db = openDatabase(url, { poolSize: 1 })
  await check(db)
}

async function copyDatabase(from: string, to: string): Promise<TableCopy[]> {
  await using source = await openSnapshotOf(from)
  await using target = openDatabase(to)
  const copies = await copyToNew(source, target)
  await migrate(target)
  return copies
}
