import { createHash } from 'node:crypto'
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { deserialize, serialize } from 'node:v8'
import type SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { noteChangedFacts } from '../estimates/changed-facts.ts'
import { deriveFigures } from '../estimates/derive-figures.ts'
import { findMethodVersions, isUnexplained } from '../estimates/estimates.db.ts'
import { lacksOutlook } from '../estimates/outlooks.db.ts'
import { isBacktested } from '../estimates/update-track-record.ts'
import { methodVersion, type Walk, walkHistory } from '../estimator/estimator.ts'
import { findNewestPriceDay } from '../funds/newest-day.db.ts'
import type { FundHistory, IsoDay } from '../market-days/types.ts'
import { findFundHistories } from '../payments/fund-histories.db.ts'
import { insertAsJson, isPostgres } from '../platform/database/dialect.ts'
import { migrate } from '../platform/database/migrations.ts'
import { openDatabase } from '../platform/database/open.ts'
import {
  createDatabaseFile,
  makeSingleFile,
  openInBlock,
  removeWithCompanions
} from '../platform/database/private-files.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { factTables, hasFacts, writeFactsMeta, writeFirstFacts } from './fill-database.ts'
import { embeddedMarketData } from './sources/embedded.ts'
import type { FactsSource } from './sources/market-data.ts'

/** A walk, and a digest of the histories that it went through. */
export type FinishedWalk = { digest: string; walk: Walk }

/** Next to the bundle of the service; missing when the service runs from its sources. */
const bundledFile = () => fileURLToPath(new URL('./first-database.sqlite', import.meta.url))

/** File with the walk-forward run of a first database. */
function walkOf(file: string): string {
  return `${file}.walk`
}

/**
 * Prepares first starts at build time: a database with only the facts of data/, and their walk-forward run, which
 * needs no clock. Rows that depend on the day, and the key of the signed record, are created at startup.
 */
export async function writeFirstDatabase(
  file = bundledFile(),
  source: FactsSource = embeddedMarketData
): Promise<void> {
  removeWithCompanions(file)
  const db = openDatabase(file)
  await migrate(db)
  await writeTransaction(db, (trx) => writeFirstFacts(trx, source))
  const histories = (await findFundHistories(db)).map(({ history }) => history)
  const asOf = (await findNewestPriceDay(db)) ?? ''
  const digest = digestFacts(histories, asOf)
  const walk = walkHistory(histories, asOf)
  // Otherwise no two builds of the same sources would be equal.
  await sql`update kysely_migration set timestamp = ${new Date(0).toISOString()}`.execute(db)
  await db.destroy()
  // A build may be read-only and belong to another user, and only databases that are written need a write-ahead log.
  makeSingleFile(file)
  chmodSync(file, 0o644)
  const finished = { digest, walk: { ...walk, backtested: walk.backtested(), outlooks: walk.outlooks() } }
  // JSON in between, because V8 writes equal numbers in two ways, depending on how they were calculated.
  writeFileSync(walkOf(file), serialize(JSON.parse(JSON.stringify(finished))))
}

/**
 * Fills a migrated database: facts, estimates and the backtested record if it is empty; new estimates and a new
 * backtest if the stored ones are from another version of the method.
 */
export async function fillDatabase(
  db: Db,
  market: FactsSource,
  {
    readWalk = readFirstWalk,
    ...given
  }: { now: Date; queueChange: QueueChange; readWalk?: () => FinishedWalk | null }
): Promise<void> {
  if (await isReady(db)) return
  const walk = readWalk()
  await writeTransaction(db, async (trx) => {
    // Several processes may start at once; one of them does it.
    if (await isReady(trx)) return
    if (!(await hasFacts(trx)) && !(isPostgres(trx) && (await copyFirstFacts(trx, market))))
      await writeFirstFacts(trx, market)
    await noteChangedFacts(trx, { now: given.now, closes: true })
  })
  await deriveFigures({ db, ...given }, (histories, asOf) =>
    walk?.digest === digestFacts(histories, asOf) ? walk.walk : walkHistory(histories, asOf)
  )
}

function digestFacts(histories: readonly FundHistory[], asOf: IsoDay): string {
  return createHash('sha256')
    .update(JSON.stringify([asOf, histories]))
    .digest('hex')
}

/** Whether there are facts, and all derived data is from this version of the method. */
async function isReady(db: Db): Promise<boolean> {
  const versions = await findMethodVersions(db)
  const isCurrent = versions.every((version) => version === methodVersion)
  const isComplete = !(await isUnexplained(db)) && !(await lacksOutlook(db))
  return isCurrent && (await isBacktested(db)) && (await hasFacts(db)) && isComplete
}

/** Copies the prepared database unless the file exists or the facts of the source differ. */
export function copyFirstDatabase(to: string, source: FactsSource, file = bundledFile()): void {
  if (existsSync(to) || !existsSync(file)) return
  using sqlite = openInBlock(file, { readonly: true })
  if (hasFactsOf(sqlite, source)) createDatabaseFile(to, file)
}

function hasFactsOf(sqlite: SQLite.Database, source: FactsSource): boolean {
  const digest = sqlite.prepare("select value from meta where key = 'facts-digest'").pluck().get()
  return digest === source.digest()
}

/**
 * Copies the facts of the prepared database into a PostgreSQL database without facts, which saves reading and
 * checking the files of data/.
 * @returns false if there is no such file, or the facts of the source differ
 */
export async function copyFirstFacts(trx: Trx, source: FactsSource, file = bundledFile()): Promise<boolean> {
  if (!existsSync(file)) return false
  using sqlite = openInBlock(file, { readonly: true })
  if (!hasFactsOf(sqlite, source)) return false
  for (const table of factTables)
    await insertAsJson(trx, table, sqlite.prepare<[], object>(`select * from ${table}`).all())
  await writeFactsMeta(trx, source)
  return true
}

/** The prepared walk-forward run, for the transaction that fills a database; null without one. */
export function readFirstWalk(file = bundledFile()): FinishedWalk | null {
  if (!existsSync(walkOf(file))) return null
  const { digest, walk } = deserialize(readFileSync(walkOf(file)))
  return { digest, walk: { ...walk, backtested: () => walk.backtested, outlooks: () => walk.outlooks } }
}
