import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { listBackups } from './backups/backup-files.ts'
import { copiedTables } from './copy-all-rows.ts'
import { openSqliteFile } from './drivers/sqlite.ts'
import { type DatabaseFault, findVersionFault, isCurrentVersion } from './migrations.ts'
import { type DatabaseFolders, databaseFileIn } from './private-files.ts'
import type { Db } from './schema.ts'

/** Kysely creates them first, outside of the transaction that creates all others. */
const migratorTables: readonly string[] = ['kysely_migration', 'kysely_migration_lock']

type Expectation = {
  /** Whether the site was published from a database. */
  isPublished: boolean
  /** Whether the operator accepts a new, empty database (NEW_DATABASE=true). */
  mayStartEmpty: boolean
}

/**
 * Checks the SQLite database before it is opened, because starting with a wrong one would create a new database and remove
 * every published page.
 * @throws Error with one sentence that says what to do
 */
export function requireSoundDatabase(
  { dataDir, backupDir }: DatabaseFolders,
  { isPublished, mayStartEmpty }: Expectation
): void {
  const file = databaseFileIn(dataDir)
  if (!existsSync(file)) {
    const hasLog = existsSync(`${file}-wal`)
    if (mayStartEmpty || !(isPublished || hasLog)) return
    const trace = hasLog ? 'its write-ahead log exists' : 'the site was published from one'
    throw new Error(
      `there is no database in ${dataDir}, but ${trace}: mount that folder or let DATA_DIR name it, or ${describeRestore(backupDir)}; to begin with an empty blog and the figures of data/, start once with NEW_DATABASE=true.`
    )
  }
  const fault = findFault(file)
  if (fault === null) return
  const remedy = fault.remedy ?? `let DATA_DIR name the right folder, or ${describeRestore(backupDir)}`
  throw new Error(`${file} ${fault.reason}: ${remedy}.`)
}

/**
 * Returns why a SQLite file can't be served from; null if it can. The file stays unchanged, but a write-ahead log may be
 * left next to it. A file with no tables but the migrator's own is from a first start that was killed.
 * @param check 'integrity_check' also compares each index with its table
 */
export function findFault(
  file: string,
  check: 'quick_check' | 'integrity_check' = 'quick_check'
): DatabaseFault | null {
  if (statSync(file).size === 0) return { reason: 'is empty (0 bytes)' }
  let sqlite: SQLite.Database | null = null
  try {
    sqlite = openSqliteFile(file, { readonly: true })
    const finding = String(sqlite.pragma(`${check}(1)`, { simple: true }))
    if (finding !== 'ok') return describeDamage(finding)
    const tables = sqlite
      .prepare<[], string>("select name from sqlite_master where type = 'table'")
      .pluck()
      .all()
    if (isEmpty(tables)) return null
    if (!isOurs(tables)) return { reason: 'is a database of another program' }
    const executed = sqlite.prepare<[], string>('select name from kysely_migration').pluck().all()
    return findVersionFault(executed) ?? findMissingTable(tables, executed)
  } catch (error) {
    if (!(error instanceof SQLite.SqliteError)) throw error
    if (error.code === 'SQLITE_NOTADB') return { reason: 'is not a SQLite database' }
    if (error.code.startsWith('SQLITE_CORRUPT')) return describeDamage(error.message)
    if (error.code.startsWith('SQLITE_IOERR_SHM'))
      return {
        reason: "can't be opened, because SQLite can't write next to it",
        remedy: 'make room on its disk, then start again'
      }
    throw error
  } finally {
    sqlite?.close()
  }
}

/**
 * Checks a PostgreSQL database before anything is changed in it.
 * @throws Error with one sentence that says what to do
 */
export async function requireSoundPostgres(
  db: Db,
  { isPublished, mayStartEmpty }: Expectation
): Promise<void> {
  if (isPublished && !mayStartEmpty && isEmpty(await listTables(db)))
    throw new Error(
      'the database of DATABASE_URL is empty, but the site was published from another: let it name that one; to begin with an empty blog and the figures of data/, start once with NEW_DATABASE=true.'
    )
  const fault = await findPostgresFault(db)
  if (fault !== null)
    throw new Error(
      `the database of DATABASE_URL ${fault.reason}: ${fault.remedy ?? 'start that version, or restore a backup'}.`
    )
}

/** Returns why a PostgreSQL database can't be served from; null if it can, or if it is empty. */
export async function findPostgresFault(db: Db): Promise<DatabaseFault | null> {
  const tables = await listTables(db)
  if (isEmpty(tables)) return null
  if (!isOurs(tables))
    return { reason: 'holds tables of another program', remedy: 'let it name one of its own' }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  const executed = rows.map(({ name }) => name)
  return findVersionFault(executed) ?? findMissingTable(tables, executed)
}

function findMissingTable(tables: readonly string[], executed: readonly string[]): DatabaseFault | null {
  const missing = copiedTables.find((name) => !tables.includes(name))
  return missing === undefined || !isCurrentVersion(executed)
    ? null
    : { reason: `lacks its table ${missing}` }
}

async function listTables(db: Db): Promise<string[]> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema()`.execute(db)
  return tables.rows.map(({ name }) => name)
}

/** Another instance may be creating the tables right now. */
function isEmpty(tables: readonly string[]): boolean {
  return tables.every((name) => migratorTables.includes(name))
}

function isOurs(tables: readonly string[]): boolean {
  return tables.includes('kysely_migration') && tables.includes('fund')
}

/** SQLite's finding may have several lines, the last of which names the damage. */
function describeDamage(finding: string): DatabaseFault {
  return { reason: `is damaged (${finding.trim().split('\n').at(-1)})` }
}

function describeRestore(backupDir: string): string {
  const [newest] = listBackups(backupDir)
  const hint = newest === undefined ? '' : ` (the newest backup is ${join(backupDir, newest.name)})`
  return `restore a backup with npm run restore -- FILE${hint}`
}
