import { createHash, randomUUID } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync } from 'node:fs'
import { copyFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { createPages } from '../all-pages.ts'
import { copyAllRows } from '../platform/database/copy-all-rows.ts'
import { migrate } from '../platform/database/migrations.ts'
import { openDatabase } from '../platform/database/open.ts'
import type { Database } from '../platform/database/schema.ts'
import { openSnapshot } from '../platform/database/snapshot.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { fillDatabase } from '../collection/fill-database.ts'
import type { FactsSource } from '../services.ts'
import { fewFigures, figuresOfMay } from './figures-of-may.ts'
import { createPostgresDatabase } from './postgres-server.ts'

/** The PostgreSQL server of a run over it. */
const server = process.env['TEST_POSTGRES']

/** Whether test databases are PostgreSQL in this run; else they are SQLite files. */
export const isOnPostgres = server !== undefined

/** When the estimates of a test database were made. */
export const seededAt = new Date('2026-06-01T12:00:00Z')

/** A fresh copy of a migrated database, with all real figures to 29 May 2026 and their estimates when `isSeeded`. */
export async function copyDatabase(isSeeded: boolean): Promise<string> {
  const file = await nameDatabase(isSeeded ? seededTemplate : emptyTemplate)
  if (isSeeded && !isOnPostgres) await copyFile(await makeSeededFile('seeded', figuresOfMay), file)
  return file
}

/** A fresh copy of a SQLite database with the figures of two funds and their estimates. */
export async function copySmallDatabase(): Promise<string> {
  const file = await makePlace()
  await copyFile(await makeSeededFile('small', fewFigures), file)
  return file
}

/** The name of a database without any table, for who migrates it himself. */
export async function nameNewDatabase(): Promise<string> {
  return nameDatabase()
}

async function nameDatabase(template?: string): Promise<string> {
  const file = await makePlace()
  if (server !== undefined) urlOf.set(file, await createPostgresDatabase(server, randomUUID(), template))
  return file
}

async function makePlace(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'doubloon-test-')), 'doubloon.sqlite')
}

/** What the service is told of a database of copyDatabase() or nameNewDatabase(). */
export function placeOfCopy(file: string): Record<string, string> {
  const url = urlOf.get(file)
  return { DATA_DIR: dirname(file), ...(url !== undefined && { DATABASE_URL: url }) }
}

/** The database that stands in the place of a copied file. */
const urlOf = new Map<string, string>()

/** Opens what copyDatabase() made, whichever kind of database it is. */
export function openCopy(file: string): Kysely<Database> {
  // The machine of a test may be busy with others.
  return openDatabase(urlOf.get(file) ?? file, { patienceMs: 20_000 })
}

/** PostgreSQL databases that others are copied from: with the same figures, and with its tables alone. */
export const seededTemplate = 'seeded'
export const emptyTemplate = 'empty'

/** Made once for each state of the source, whichever test file comes first; two at a time do no harm. */
async function makeSeededFile(name: string, figures: FactsSource): Promise<string> {
  const file = join(tmpdir(), `doubloon-${name}-${hashSources()}.sqlite`)
  if (existsSync(file)) return file
  const unfinished = `${file}.${randomUUID()}`
  const db = openDatabase(unfinished)
  await seed(db, figures)
  await db.destroy() // Closing moves all of the write-ahead log into the file.
  renameSync(unfinished, file)
  return file
}

/** Brings an empty database to its tables, the figures and their estimates. */
export async function seed(db: Kysely<Database>, figures: FactsSource): Promise<void> {
  await migrate(db)
  await fillDatabase(db, figures, { now: seededAt, queueChange: createPages([]).queueChange })
}

/** The rows of the seeded file, put into an empty PostgreSQL database. */
export async function fillLikeSeededFile(url: string): Promise<void> {
  const target = openDatabase(url)
  const seeded = openDatabase(await makeSeededFile('seeded', figuresOfMay))
  const snapshot = await openSnapshot(seeded)
  await migrate(target)
  await writeTransaction(target, (trx) => copyAllRows(snapshot, trx))
  for (const db of [snapshot, seeded, target]) await db.destroy()
}

function hashSources(): string {
  const root = join(import.meta.dirname, '../..')
  const patterns = [
    'data/*.{csv,ts}',
    'admin-api/testing/figures-of-may.ts',
    'admin-api/{db,domain,estimator,market,features/estimates}/**/*.ts',
    'admin-api/{all-pages.ts,features/*/*.pages.ts}'
  ]
  const hash = createHash('sha256')
  for (const file of globSync(patterns, { cwd: root }).sort())
    hash.update(file).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}
