import { createHash } from 'node:crypto'
import type SQLite from 'better-sqlite3'
import { countOf } from '../../../numbers/format-numbers.ts'
import type { MetaKey } from '../meta.db.ts'

/** Contents of a backup, stored in itself, so that they travel with every copy. */
export type BackupManifest = {
  format: 1
  /** File name of the backup when it was made. */
  name: string
  /** Digest: SHA-256 of the rows. */
  tables: Record<string, { rows: number; digest: string }>
  /** The newest payment with an amount, which a page shows; null if there is none. */
  payment: { symbol: string; exDate: string; amount: number } | null
  /** Hash of the newest signature of the record; null if nothing is signed. */
  signature: string | null
  /** Newest close, an ISO day; null if there is none. */
  newestClose: string | null
}

const manifestKey: MetaKey = 'backup-manifest'
/** Rows of `meta` that a backup and its database don't share. */
const ownKeys: readonly MetaKey[] = [manifestKey, 'database-id']

/** Stores the manifest of a complete copy in it. */
export function writeManifest(sqlite: SQLite.Database, name: string): void {
  if (!hasTable(sqlite, 'meta')) return
  sqlite
    .prepare('insert or replace into meta (key, value) values (?, ?)')
    .run(manifestKey, JSON.stringify(summarize(sqlite, name)))
}

/**
 * Returns the manifest of a backup; null if it was made by a version that wrote none.
 * @throws Error with the end of a sentence about the file if the manifest is damaged
 */
export function readManifest(sqlite: SQLite.Database): BackupManifest | null {
  if (!hasTable(sqlite, 'meta')) return null
  const text = sqlite
    .prepare<[string], string>('select value from meta where key = ?')
    .pluck()
    .get(manifestKey)
  if (text === undefined) return null
  const manifest = parse(text)
  if (manifest === null) throw new Error('has a manifest that can’t be read')
  return manifest
}

/** Removes what only a backup has from a database that was restored from one. */
export function removeManifest(sqlite: SQLite.Database): void {
  for (const key of ownKeys) sqlite.prepare('delete from meta where key = ?').run(key)
}

/** Returns why the database isn't the one of the manifest, as the end of a sentence about the file; null if it is. */
export function findDifference(sqlite: SQLite.Database, manifest: BackupManifest): string | null {
  const found = summarize(sqlite, manifest.name)
  const tables = new Set([...Object.keys(manifest.tables), ...Object.keys(found.tables)])
  for (const table of tables) {
    const [expected, actual] = [manifest.tables[table], found.tables[table]]
    if (expected === undefined) return `has a table ${table} that its manifest doesn’t name`
    if (actual === undefined) return `lacks its table ${table}`
    if (expected.rows !== actual.rows)
      return `has ${actual.rows} of ${countOf(expected.rows, 'row')} in ${table}`
    if (expected.digest !== actual.digest) return `has other rows in ${table} than when it was made`
  }
  const isSame =
    JSON.stringify(found.payment) === JSON.stringify(manifest.payment) &&
    found.signature === manifest.signature &&
    found.newestClose === manifest.newestClose
  return isSame ? null : 'has other newest rows than its manifest says'
}

function summarize(sqlite: SQLite.Database, name: string): BackupManifest {
  const first = <Value>(table: string, query: string): Value | null =>
    hasTable(sqlite, table) ? (sqlite.prepare<[], Value>(query).get() ?? null) : null
  const payment = first<NonNullable<BackupManifest['payment']>>(
    'dividend_history',
    `select symbol, ex_date as exDate, amount from dividend_history where amount is not null
      order by ex_date desc, symbol limit 1`
  )
  const signature = first<{ hash: string }>(
    'record_signature',
    'select hash from record_signature order by number desc limit 1'
  )
  const close = first<{ date: string | null }>('price', 'select max(date) as date from price')
  return {
    format: 1,
    name,
    tables: Object.fromEntries(listTables(sqlite).map((table) => [table, digestOf(sqlite, table)] as const)),
    payment,
    signature: signature?.hash ?? null,
    newestClose: close?.date ?? null
  }
}

/** All but those of SQLite and of the migrator. */
export function listTables(sqlite: SQLite.Database): string[] {
  return sqlite
    .prepare<[], string>(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite%' and name not like 'kysely%'"
    )
    .pluck()
    .all()
}

function hasTable(sqlite: SQLite.Database, name: string): boolean {
  return (
    sqlite.prepare("select 1 from sqlite_schema where type = 'table' and name = ?").get(name) !== undefined
  )
}

/** Reads the rows in the order in which they are stored, never from an index, which could differ from its table. */
function digestOf(sqlite: SQLite.Database, table: string): BackupManifest['tables'][string] {
  const isOwn = table === 'meta' ? `where key not in (${ownKeys.map((key) => `'${key}'`).join()})` : ''
  const rows = sqlite
    .prepare<[], unknown[]>(`select * from "${table}" not indexed ${isOwn}`)
    .raw()
    .safeIntegers()
  const hash = createHash('sha256')
  let count = 0
  for (const row of rows.iterate()) {
    hash.update(`${JSON.stringify(row.map(toText))}\n`)
    count += 1
  }
  return { rows: count, digest: hash.digest('hex') }
}

/** Names the type as well, because SQLite's 1, 1.0 and '1' are different values. */
function toText(value: unknown): string | null {
  if (value === null) return null
  if (Buffer.isBuffer(value)) return `b${value.toString('base64')}`
  return typeof value === 'bigint' ? `i${value}` : typeof value === 'number' ? `r${value}` : `t${value}`
}

function parse(text: string): BackupManifest | null {
  try {
    const manifest: BackupManifest = JSON.parse(text)
    const isComplete =
      manifest.format === 1 &&
      typeof manifest.name === 'string' &&
      Object.values(manifest.tables).every(({ rows, digest }) => rows >= 0 && /^[0-9a-f]{64}$/.test(digest))
    return isComplete ? manifest : null
  } catch {
    return null
  }
}
