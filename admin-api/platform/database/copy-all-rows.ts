import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { readLastId, writeLastId } from './dialect.ts'
import { findNewestMigration, migrate } from './migrations.ts'
import { countRows } from './rows.ts'
import type { Database, Db, Trx } from './schema.ts'
import { writeTransaction } from './write-transaction.ts'

type Table = Exclude<keyof Database, 'payment'>

/** Tables with their primary keys, ordered so that a row follows the rows that it references. */
const keyOf = {
  fund: ['symbol'],
  former_symbol: ['symbol'],
  unknown_day: ['symbol', 'day'],
  price: ['symbol', 'date'],
  dividend_history: ['symbol', 'payment_date'],
  split: ['symbol', 'date'],
  return_of_capital: ['symbol', 'ex_date_or_year', 'kind'],
  implied_volatility: ['symbol', 'date'],
  underlying_volatility: ['underlying', 'date'],
  underlying_close: ['underlying', 'date'],
  family: ['id'],
  given_payment: ['symbol', 'ex_date'],
  declared_payment: ['symbol', 'ex_date'],
  payment_first_seen: ['symbol', 'ex_date'],
  fund_day: ['symbol', 'day'],
  source_choice: ['id'],
  source_use: ['id', 'day'],
  source_robots: ['origin'],
  fund_sighting: ['symbol', 'source_name', 'event'],
  fund_listing: ['symbol'],
  dismissed_proposal: ['symbol'],
  estimate: ['symbol'],
  estimate_explanation: ['symbol'],
  outlook: ['symbol'],
  coming_payment: ['symbol', 'position'],
  estimate_record: ['symbol', 'ex_date', 'origin', 'as_of', 'version'],
  outlook_record: ['symbol', 'session', 'months', 'origin'],
  outlook_leaf: ['day', 'position'],
  record_signature: ['number'],
  record_leaf: ['day', 'position'],
  record_anchor: ['number'],
  record_witness: ['name'],
  record_cosignature: ['size', 'verifier_key'],
  manual_entry: ['id'],
  fund_notice: ['id'],
  admin_log: ['id'],
  search_history: ['id'],
  search_count: ['symbol', 'day'],
  blog_post: ['id'],
  blog_redirect: ['slug'],
  blog_revision: ['id'],
  deleted_post: ['id'],
  post_key: ['key'],
  blog_image: ['name'],
  push_subscription: ['endpoint'],
  push_sent: ['endpoint', 'event'],
  session: ['token_hash'],
  outage: ['subject'],
  page_change: ['id'],
  holder_close: ['symbol'],
  lease: ['name'],
  login_try: ['caller'],
  meta: ['key']
} as const satisfies Record<Table, readonly string[]>

export const copiedTables = Object.keys(keyOf) as Table[]

/** Tables whose ids are never reused. */
const numbered = [
  'manual_entry',
  'fund_notice',
  'admin_log',
  'search_history',
  'blog_post',
  'blog_revision',
  'page_change'
] as const satisfies Table[]

/** PostgreSQL allows 65,535 bound values in a statement, SQLite half of that, and no row has 40. Images are large. */
function batchSizeOf(table: Table): number {
  return table === 'blog_image' ? 1 : 800
}

/**
 * Copies a database, which may be of an earlier version, into one without tables; it gets those of the same version.
 * @param from a snapshot
 */
export async function copyToNew(from: Db, to: Db): Promise<TableCopy[]> {
  await migrate(to, await findNewestMigration(from))
  // The database may be of an earlier version.
  const existing = new Set((await to.introspection.getTables()).map(({ name }) => name))
  const tables = copiedTables.filter((table) => existing.has(table))
  return writeTransaction(to, (trx) => copyAllRows(from, trx, tables))
}

export type TableCopy = { table: string; rows: number; checksum: string }

/**
 * Copies every row into a migrated database without rows, then reads both again and compares them.
 * @param from a snapshot, because the source must not change meanwhile
 * @param tables the existing ones if both databases are of an earlier version
 * @throws Error with one sentence if the target is not empty or differs in the end
 */
export async function copyAllRows(
  from: Db,
  to: Trx,
  tables: readonly Table[] = copiedTables
): Promise<TableCopy[]> {
  for (const table of tables)
    if ((await countRows(to.selectFrom(table))) > 0)
      throw new Error(`the target is not empty: its table ${table} has rows; name a new, empty database.`)
  for (const table of tables) await copyRows(from, to, table)
  for (const table of numbered)
    if (tables.includes(table)) await writeLastId(to, table, await readLastId(from, table))
  const copies: TableCopy[] = []
  for (const table of tables) {
    const [source, copy] = [await checkTable(from, table), await checkTable(to, table)]
    if (source.rows !== copy.rows || source.checksum !== copy.checksum)
      throw new Error(
        `the copy of table ${table} differs: ${source.rows} rows (${source.checksum}) became ${copy.rows} (${copy.checksum}).`
      )
    copies.push(copy)
  }
  return copies
}

async function copyRows(from: Db, to: Trx, table: Table): Promise<void> {
  let rows: object[] = []
  const write = async () => {
    if (rows.length > 0)
      await to
        .insertInto(table)
        .values(rows as never)
        .execute()
    rows = []
  }
  for await (const row of readRows(from, table)) {
    rows.push(row)
    if (rows.length === batchSizeOf(table)) await write()
  }
  await write()
}

/** Streams rows ordered by key, with text ordered byte by byte: the same order in both databases. */
function readRows(db: Db, table: Table): AsyncIterable<object> {
  const columns = keyOf[table].map((column) => sql.ref(column))
  return db
    .selectFrom(table)
    .selectAll()
    .orderBy(sql`${sql.join(columns)}`)
    .stream(batchSizeOf(table))
}

/** SHA-256 of all rows with their columns by name: the same in both databases. */
async function checkTable(db: Db, table: Table): Promise<TableCopy> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const row of readRows(db, table)) {
    const columns = Object.entries(row).sort(([a], [b]) => (a < b ? -1 : 1))
    hash.update(JSON.stringify(columns.map(([column, value]) => [column, shortenBytes(value)])))
    rows += 1
  }
  return { table, rows, checksum: hash.digest('hex').slice(0, 16) }
}

/** Replaces bytes with their SHA-256 to save memory. */
function shortenBytes(value: unknown): unknown {
  return value instanceof Uint8Array ? createHash('sha256').update(value).digest('hex') : value
}
