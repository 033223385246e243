import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createEmbeddedMarketData } from './collection/sources/embedded.ts'
import { methodVersion } from './estimator/estimator.ts'
import { openService } from './open-service.ts'
import { restorePostgres } from './platform/database/backups/restore-postgres.ts'
import { copiedTables } from './platform/database/copy-all-rows.ts'
import { migrate } from './platform/database/migrations.ts'
import { openDatabase } from './platform/database/open.ts'
import { closeServer, listen } from './platform/http/listen.ts'
import { isOnPostgres, openTestDatabase } from './testing/database.ts'
import { createDatabase023, sessionOf023 } from './testing/database-023.ts'
import { forAllTests } from './testing/fixtures.ts'
import { readRealFacts } from './testing/may-facts.ts'

// On PostgreSQL the database of the old release is a backup that is restored.
type Row = Record<string, unknown>

/** An hour after the old release was last used. */
const now = new Date('2026-06-05T22:00:00Z')
/** The old release had three funds. All others are added with a month of figures, so that the test stays fast. */
const isAdded = ({ symbol }: { symbol: string }) => !['MSTY', 'QQQT', 'QQQZ', 'ULTY'].includes(symbol)
const isInSpan = (row: { symbol: string }, day: string) =>
  day >= (isAdded(row) ? '2026-05-01' : '2026-03-16') && day <= '2026-05-29'
const real = readRealFacts()
const facts = {
  ...real,
  dividends: real.dividends.filter((row) => isInSpan(row, row.ex_date)),
  prices: real.prices.filter((row) => isInSpan(row, row.date))
}

const database = forAllTests(() => openTestDatabase('nothing'))
/** File of the old database. */
let old: string
/** Rows that are gone or changed right after the upgrade; a running service changes some. */
let lost: Record<string, Row[]>
let before: Map<string, Row[]>

beforeAll(async () => {
  const { folder, location } = database
  old = join(folder, 'old.sqlite')
  createDatabase023(old)
  before = readFile(old)
  if (isOnPostgres) {
    await database.db.destroy()
    await restorePostgres(old, location, { dataDir: folder, backupDir: join(folder, 'backups') }, now)
    database.db = database.connect()
  } else createDatabase023(location)
  await migrate(database.db)
  lost = await findLost()
})

/** All rows of all tables, those of the migrator included. Later releases add tables. */
function readFile(path: string): Map<string, Row[]> {
  const sqlite = new SQLite(path, { readonly: true })
  const wanted = ['kysely_migration', ...copiedTables]
  try {
    const existing = sqlite
      .prepare<[], string>("select name from sqlite_schema where type = 'table'")
      .pluck()
      .all()
    const tables = wanted.filter((table) => existing.includes(table))
    return new Map(tables.map((table) => [table, sqlite.prepare<[], Row>(`select * from ${table}`).all()]))
  } finally {
    sqlite.close()
  }
}

/** Rows of the old release that are gone or differ in a column that it had. */
async function findLost(): Promise<Record<string, Row[]>> {
  const lost: Record<string, Row[]> = {}
  for (const table of copiedTables) {
    const { rows } = await sql<Row>`select * from ${sql.table(table)}`.execute(database.db)
    const [first = {}, ...others] = before.get(table) ?? []
    // Later releases add columns.
    const columns = Object.keys(first)
    const rowsNow = new Set(rows.map((row) => toText(row, columns)))
    const missing = [first, ...others].filter((row) => !rowsNow.has(toText(row, columns)))
    if (columns.length > 0 && missing.length > 0) lost[table] = missing
  }
  return lost
}

function toText(row: Row, columns: readonly string[]): string {
  return JSON.stringify(columns.toSorted().map((column) => [column, row[column]]))
}

test('the database of the old release has rows in every table', () => {
  const emptied = copiedTables.filter((table) => before.get(table)?.length === 0)
  expect([before.size, emptied]).toEqual([28, []])
})

test('every row of every table is unchanged', () => {
  expect(lost).toEqual({})
})

test.skipIf(isOnPostgres)('a new database has the same tables, keys, indexes and triggers', async () => {
  const path = join(database.folder, 'new.sqlite')
  const created = openDatabase(path)
  await migrate(created)
  await created.destroy()
  expect(describeSchema(path)).toEqual(describeSchema(database.location))
  const names = (file: string) =>
    readFile(file)
      .get('kysely_migration')
      ?.map(({ name }) => name)
  expect(names(path)).toEqual(names(database.location))
})

/** SQL without quotes, names of primary keys and line breaks, and the order of the constraints of a column. */
function describeSchema(path: string): unknown {
  const sqlite = new SQLite(path, { readonly: true })
  const rows = sqlite.prepare<[], Row>('select type, name, sql from sqlite_schema order by name').all()
  const described = rows.map((row) => ({
    ...row,
    sql: String(row['sql'])
      .replaceAll(/"|constraint "\w+_key" /g, '')
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/(?<=\() | (?=[,)])/g, '')
      .replaceAll(/not null (primary key(?: autoincrement)?)/g, '$1 not null'),
    columns: row['type'] === 'table' ? sqlite.pragma(`table_xinfo(${row['name']})`) : []
  }))
  sqlite.close()
  return described
}

test('the service starts on it, keeps user data, and serves requests', async () => {
  const site = join(database.folder, 'site')
  await mkdir(site)
  const environment = { ...database.environment, SITE_DIR: site, COLLECT_CRON: 'off', LOG_LEVEL: 'silent' }
  const source = createEmbeddedMarketData(
    () => facts,
    () => 'of this version'
  )
  const service = await openService(environment, { publishes: false, clock: () => now, facts: source })
  const { server, url } = await listen(service.app, { host: '127.0.0.1', port: 0, maxConnections: 10 })
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body)
    })
  try {
    await service.maintenance.runDue()
    const search = async (symbol: string) => (await post('/api/stock/search', { symbol })).json()
    expect(await search('ULTY')).toMatchObject({ symbol: 'ULTY' })
    expect(await search('QQQT')).toMatchObject({
      message: expect.stringContaining('QQQT is listed here as QQQZ.')
    })
    expect(await (await fetch(`${url}/api/blog/posts/a-post-of-the-old-release`)).json()).toMatchObject({
      title: 'A post of the old release'
    })
    const picture = await fetch(`${url}/blog-images/1d327d6a15c99af659479f3e259f39e8.webp`)
    expect(picture.headers.get('content-type')).toBe('image/webp')
    const entries = await fetch(`${url}/api/admin/manual-entries`, { headers: { cookie: sessionOf023 } })
    expect(entries.status).toBe(200)
    expect(JSON.stringify(await entries.json())).toContain('The payment of MSTY with ex-date 2026-06-04')
    expect((await post('/api/auth/login', { password: 'pieces of eight, all of them' })).status).toBe(200)
    const signed = await service.loadPage('/data/record/2026-06-05.json')
    const { leaves } = signed?.kind === 'record-day' ? signed.data : { leaves: [] }
    const live = before.get('estimate_record')?.filter(({ origin }) => origin === 'live') ?? []
    expect(leaves).toEqual(
      expect.arrayContaining(
        live.map(({ symbol, ex_date, as_of }) => expect.objectContaining({ symbol, ex_date, as_of }))
      )
    )
  } finally {
    await closeServer(server)
    await service.close()
  }
  await expectAllFunds()
  const {
    meta,
    estimate,
    estimate_explanation: explanations = [],
    estimate_record: frozen = [],
    ...lost
  } = await findLost()
  // Recalculated with the current method; live estimates are unchanged.
  expect(estimate?.every(({ method_version }) => method_version !== methodVersion)).toBe(true)
  // Sentences are rewritten by this release.
  expect(explanations.map(({ symbol }) => symbol)).toEqual(
    before.get('estimate_explanation')?.map(({ symbol }) => symbol)
  )
  expect(new Set(frozen.map(({ origin }) => origin))).toEqual(new Set(['replayed']))
  // The session was used again; the keys of posts and the wrong passwords are older than a day.
  expect(Object.keys(lost).toSorted()).toEqual(['login_try', 'post_key', 'session'])
  expect(meta?.map(({ key }) => key).toSorted()).toEqual([
    'facts-digest',
    'figures-revision',
    'payments-replayed'
  ])
})

/** All funds of this release exist with their closes and payments. */
async function expectAllFunds(): Promise<void> {
  const { db } = database
  const funds = await db.selectFrom('fund').select(['symbol', 'family', 'state']).execute()
  expect(funds).toHaveLength(real.funds.length)
  expect(funds).toEqual(
    expect.arrayContaining(
      real.funds.filter(isAdded).map(({ symbol, family }) => ({ symbol, family, state: 'open' }))
    )
  )
  const payments = await db.selectFrom('payment').select(['symbol', 'ex_date', 'amount']).execute()
  const closes = await db.selectFrom('price').select(['symbol', 'date', 'close']).execute()
  const toKey = (row: object) => Object.values(row).join(' ')
  expect(new Set(payments.filter(isAdded).map(toKey))).toEqual(
    new Set(
      facts.dividends.filter(isAdded).map(({ symbol, ex_date, amount }) => toKey({ symbol, ex_date, amount }))
    )
  )
  expect(new Set(closes.filter(isAdded).map(toKey))).toEqual(
    new Set(facts.prices.filter(isAdded).map(({ symbol, date, close }) => toKey({ symbol, date, close })))
  )
}
