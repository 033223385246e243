import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import { fillDatabase } from '../collection/first-database.ts'
import { copyAllRows } from '../platform/database/copy-all-rows.ts'
import { migrate } from '../platform/database/migrations.ts'
import { openDatabase, openSnapshot } from '../platform/database/open.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { fewMayFacts, mayFacts } from './may-facts.ts'
import { pages } from './pages.ts'
import { createPostgresDatabase, dropPostgresDatabase } from './postgres-server.ts'

/**
 * Content of a test database: no tables; tables without rows; all figures through May 29, 2026, and their estimates; the
 * same, but with prices, payments and backtest of some funds only, so that estimating takes no time; or the funds MSTY
 * and QQQT only.
 */
export type Content = 'nothing' | 'tables' | 'figures' | 'two-funds' | readonly string[]

export type TestDatabase = {
  db: Db
  /** Temporary folder of this database. */
  folder: string
  /** SQLite file or PostgreSQL URL. */
  location: string
  /** Environment of a service on this database. */
  environment: Record<string, string>
  /** Opens another connection, as another instance would. */
  connect: () => Db
  close: () => Promise<void>
}

/** Server of a run on PostgreSQL; undefined in a run on SQLite. */
const server = process.env['TEST_POSTGRES']

export const isOnPostgres = server !== undefined

/** Environment variable with the folder that the tests of a run share. */
export const runFolderVariable = 'TEST_RUN_FOLDER'

/** Time at which the estimates of a test database were calculated. */
export const seededAt = new Date('2026-06-01T12:00:00Z')

/** Copies a prepared database, SQLite or PostgreSQL by run. */
export async function openTestDatabase(content: Content): Promise<TestDatabase> {
  const folder = isOnPostgres || content === 'nothing' ? await makeFolder() : await copySqlite(content)
  const name = randomUUID()
  const location =
    server === undefined
      ? join(folder, 'doubloon.sqlite')
      : await createPostgresDatabase(server, name, await findPostgresTemplate(server, content))
  // The machine may be busy with other tests.
  const connect = () => openDatabase(location, { patienceMs: 20_000 })
  const db = connect()
  // Kysely closes only connections that were used. No test cuts the power, so that commits need not reach the disk.
  await (isOnPostgres ? sql`select 1` : sql`pragma synchronous = off`).execute(db)
  return {
    db,
    folder,
    location,
    environment: { DATA_DIR: folder, ...(isOnPostgres && { DATABASE_URL: location }) },
    connect,
    close: async () => {
      await db.destroy()
      if (server !== undefined) await dropPostgresDatabase(server, name)
      // A request that was cut off may still be writing.
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }
}

/** Creates a folder that is removed after the run at the latest, even if its test is killed. */
export function makeFolder(): Promise<string> {
  return mkdtemp(join(process.env[runFolderVariable] ?? tmpdir(), 'doubloon-test-'))
}

/** Copies a prepared SQLite database, also in a run on PostgreSQL. @returns its folder, which serves as DATA_DIR */
export async function copySqlite(content: Exclude<Content, 'nothing'>): Promise<string> {
  const folder = await makeFolder()
  await copyFile(await findTemplate(content), join(folder, 'doubloon.sqlite'))
  return folder
}

/** SQLite file with this content, created once for each state of the sources. */
export async function findTemplate(content: Exclude<Content, 'nothing'>): Promise<string> {
  templateFolder ??= join(import.meta.dirname, '../../node_modules/.cache/test-databases', hashSources())
  mkdirSync(templateFolder, { recursive: true })
  const file = join(templateFolder, `${nameOf(content)}.sqlite`)
  if (existsSync(file)) return file
  // Other processes may be creating it, too; the last one wins.
  const unfinished = `${file}.${randomUUID()}`
  if (Array.isArray(content)) await copyFile(await findTemplate('figures'), unfinished)
  const db = openDatabase(unfinished)
  await fill(db, content)
  await db.destroy() // Moves the write-ahead log into the file.
  renameSync(unfinished, file)
  return file
}

let templateFolder: string | undefined

function nameOf(content: Content): string {
  return typeof content === 'string' ? content : content.join('-')
}

async function fill(db: Db, content: Content): Promise<void> {
  await migrate(db)
  if (content === 'figures') await fillDatabase(db, mayFacts, filling)
  else if (content === 'two-funds') await fillDatabase(db, fewMayFacts, filling)
  else if (typeof content !== 'string') {
    await keepOnlyFunds(db, content)
    await sql`vacuum`.execute(db)
  }
}

const filling = { now: seededAt, queueChange: pages.queueChange }

/** Deletes prices, payments and backtest of all other funds, so that refreshing all estimates takes no time. */
async function keepOnlyFunds(db: Db, symbols: readonly string[]): Promise<void> {
  await writeTransaction(db, async (trx) => {
    for (const table of ['price', 'dividend_history', 'given_payment'] as const)
      await trx.deleteFrom(table).where('symbol', 'not in', symbols).execute()
    // Without their payments these scores would all be corrected.
    await trx
      .deleteFrom('estimate_record')
      .where('origin', '=', 'replayed')
      .where('symbol', 'not in', symbols)
      .execute()
  })
}

/** Hash of the facts and of every source that this file reaches; others don't change what a template contains. */
function hashSources(): string {
  const files = new Set([import.meta.filename])
  for (const file of files)
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/ from '(\.{1,2}\/[^']+)'/g))
      files.add(resolve(dirname(file), path))
  const root = join(import.meta.dirname, '../..')
  for (const file of globSync('data/*.csv', { cwd: root })) files.add(join(root, file))
  const hash = createHash('sha256')
  for (const file of [...files].sort()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

const postgresTemplates = new Map<string, Promise<string>>()

/** Name of a database to copy; undefined for an empty one. */
async function findPostgresTemplate(server: string, content: Content): Promise<string | undefined> {
  if (content === 'nothing') return undefined
  if (typeof content === 'string') return content
  const name = `${nameOf(content)} ${process.pid}`
  const create = async () => {
    await copyFewFunds(server, name, content)
    return name
  }
  const creating = postgresTemplates.get(name) ?? create()
  postgresTemplates.set(name, creating)
  return creating
}

/** Copies the large template and removes other funds, in a third of the time that copying rows from SQLite takes. */
async function copyFewFunds(server: string, name: string, symbols: readonly string[]): Promise<void> {
  const db = openDatabase(await createPostgresDatabase(server, name, 'figures'))
  await keepOnlyFunds(db, symbols)
  await sql`vacuum full price, dividend_history, given_payment, estimate_record`.execute(db)
  await db.destroy()
}

/** Creates a PostgreSQL database with the rows of the SQLite template. @returns its URL */
export async function createPostgresTemplate(
  server: string,
  name: string,
  content: Exclude<Content, 'nothing'>
): Promise<string> {
  return copyToPostgres(server, name, await findTemplate(content))
}

/** Creates a PostgreSQL database with the rows of a SQLite file. @returns its URL */
export async function copyToPostgres(server: string, name: string, file: string): Promise<string> {
  const url = await createPostgresDatabase(server, name)
  const target = openDatabase(url)
  await migrate(target)
  const source = openDatabase(file)
  const snapshot = await openSnapshot(source)
  await writeTransaction(target, (trx) => copyAllRows(snapshot, trx))
  for (const db of [snapshot, source, target]) await db.destroy()
  return url
}
