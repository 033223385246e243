import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { listCopies } from './backups/list-copies.ts'
import { migrationNames } from './migrations.ts'
import { type DatabaseFolders, databaseFileIn } from './private-files.ts'

const migratorTables: readonly string[] = ['kysely_migration', 'kysely_migration_lock']

/**
 * Looks at the database before anything opens it: a start on a wrong one would make a new database and remove every
 * page that was published from the old.
 * @param given.isPublished whether the site at hand was published from a database
 * @param given.mayBeginAnew whether the operator says that a new database is meant
 * @throws Error with one sentence that says what to do
 */
export function requireSoundDatabase(
  { dataDir, backupDir }: DatabaseFolders,
  given: { isPublished: boolean; mayBeginAnew: boolean }
): void {
  const file = databaseFileIn(dataDir)
  if (!existsSync(file)) {
    const hasLog = existsSync(`${file}-wal`)
    if (given.mayBeginAnew || !(given.isPublished || hasLog)) return
    const trace = hasLog ? 'its write-ahead log is there' : 'the site was published from one'
    throw new Error(
      `there is no database in ${dataDir}, but ${trace}: mount that folder or let DATA_DIR name it, or ${restoreCommand(backupDir)}; to begin with an empty blog and the figures of data/, start once with NEW_DATABASE=true.`
    )
  }
  const fault = findFault(file)
  if (fault === null) return
  throw new Error(`${file} ${fault}: let DATA_DIR name the right folder, or ${restoreCommand(backupDir)}.`)
}

/**
 * What makes a file unfit to serve from, as it follows its name in a sentence; null: nothing. Changes nothing in the
 * file, but may leave a write-ahead log beside it. A database without any table but the migrator's own, which it makes ahead of
 * its transaction, is one whose first start was killed.
 * @param check 'integrity_check' also compares each index with its table
 */
export function findFault(
  file: string,
  check: 'quick_check' | 'integrity_check' = 'quick_check'
): string | null {
  if (statSync(file).size === 0) return 'is empty (0 bytes)'
  const sqlite = new SQLite(file, { readonly: true })
  try {
    const finding = String(sqlite.pragma(`${check}(1)`, { simple: true }))
    if (finding !== 'ok') return damaged(finding)
    const tables = sqlite.prepare("select name from sqlite_master where type = 'table'").pluck().all()
    if (tables.every((name) => migratorTables.includes(String(name)))) return null
    if (!tables.includes('kysely_migration') || !tables.includes('fund'))
      return 'is a database of another program'
    const migrations = sqlite.prepare('select name from kysely_migration order by name').pluck().all()
    const unknown = migrations.find((name) => !migrationNames.includes(String(name)))
    return unknown === undefined ? null : `was written by a newer version of Doubloon (${unknown})`
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError)) throw error
    if (error.code === 'SQLITE_NOTADB') return 'is no SQLite database'
    if (error.code.startsWith('SQLITE_CORRUPT')) return damaged(error.message)
    throw error
  } finally {
    sqlite.close()
  }
}

/** SQLite's finding may have several lines, of which the last says what is wrong. */
function damaged(finding: string): string {
  return `is damaged (${finding.trim().split('\n').at(-1)})`
}

function restoreCommand(backupDir: string): string {
  const [newest] = listCopies(backupDir)
  const copies = newest === undefined ? '' : ` (the newest copy is ${join(backupDir, newest.name)})`
  return `put a copy in its place with npm run restore -- FILE${copies}`
}
