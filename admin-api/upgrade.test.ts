import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDataFolder } from '../data/read-facts.ts'
import { createPages } from './all-pages.ts'
import { migrate } from './platform/database/migrations.ts'
import type { Database } from './platform/database/schema.ts'
import { mergeFacts } from './collection/merge-facts.ts'
import { fillDatabase } from './collection/fill-database.ts'
import { refreshEstimates } from './estimates/refresh-estimates.ts'
import { createEmbeddedMarketData } from './collection/sources/embedded.ts'
import { lastTestDay } from './testing/figures-of-may.ts'
import { makeEstimate, makeFrozen, makePayment, makePost } from './testing/make.ts'
import { insertRows, missingRows, openOldDatabase, type Row, readTables } from './testing/old-database.ts'

// A database of migrations 001 to 007, with rows in every table that the operator and visitors fill, is opened.
const symbols = ['JPMO', 'MSTY', 'ULTY']
const ofOurs = ({ symbol }: { symbol: string }) => symbols.includes(symbol)
const real = readDataFolder()
const facts = {
  funds: real.funds.filter(ofOurs),
  dividends: real.dividends.filter(ofOurs),
  prices: real.prices.filter(ofOurs),
  splits: real.splits.filter(ofOurs)
}
const newer = createEmbeddedMarketData(
  () => facts,
  () => 'newer'
)
const now = new Date('2026-07-08T22:00:00Z')
const then = '2026-06-02T12:00:00.000Z'
const { queueChange } = createPages([])

let file: string
let db: Kysely<Database>
let before: Map<string, Row[]>

async function findLost(table: string, columns?: string[]): Promise<Row[]> {
  return missingRows(before.get(table), (await readTables(db)).get(table), columns)
}

/** The last one that the database knows. */
function closeOf(symbol: string): number {
  const ofDay = facts.prices.find((price) => price.symbol === symbol && price.date === lastTestDay)
  return ofDay?.close ?? Number.NaN
}

async function fillAsBefore(trx: Kysely<Database>): Promise<void> {
  const insert = (table: string, ...rows: Row[]) => insertRows(trx, table, rows)
  await insert(
    'fund',
    ...facts.funds.map((fund) => ({
      ...fund,
      underlying: fund.underlying || null,
      known_until: lastTestDay
    }))
  )
  await insert('price', ...facts.prices.filter(({ date }) => date <= lastTestDay))
  await insert('split', ...facts.splits.map((split) => ({ ...split, date: split.date ?? '' })))
  const known = facts.dividends.filter(({ ex_date }) => ex_date <= lastTestDay)
  const isDeleted = ({ symbol, ex_date }: Row) => symbol === 'ULTY' && ex_date === '2026-05-20'
  expect(known.filter(isDeleted)).toHaveLength(1)
  await insert(
    'dividend_history',
    ...known
      .filter((row) => !isDeleted(row))
      .map(({ pay_date, pay_date_basis, n_sources, ...row }) => ({
        ...row,
        payment_date: pay_date,
        payment_date_basis: pay_date_basis,
        ...(row.symbol === 'MSTY' && row.ex_date === '2026-05-28' && { amount: 0.31, sources: 'operator' })
      })),
    // What the operator approved is expected, in a week for which data/ has no payment.
    makePayment({
      payment_date: '2026-07-24',
      ex_date: '2026-07-23',
      amount: null,
      amount_as_paid: null,
      estimated_amount: 0.3,
      frequency: 'WEEKLY',
      collection_date: '2026-06-02'
    })
  )
  await insert('estimate', makeEstimate())
  await insert(
    'estimate_record',
    makeFrozen({ price: closeOf('MSTY') }),
    makeFrozen({ symbol: 'ULTY', ex_date: '2026-06-03', price: closeOf('ULTY') }),
    makeFrozen({
      ex_date: '2026-05-28',
      as_of: '2026-05-26',
      made_at: '2026-05-27T12:00:00.000Z',
      paid_ex_date: '2026-05-28',
      actual: 0.31,
      accuracy_score: 0.387,
      scored_at: then
    }),
    makeFrozen({ ex_date: '2026-05-21', as_of: '2026-05-19', origin: 'replayed', method_version: '3' })
  )
  const entry = { collection_date: '2026-06-02', frequency: 'WEEKLY', created_at: then }
  const held = { ...entry, kind: 'payment', status: 'pending', reason: 'The amount is odd.' }
  await insert(
    'manual_entry',
    { ...held, symbol: 'MSTY', ex_date: '2026-06-01', payment_date: '2026-06-02', amount: 9 },
    { ...held, symbol: 'JPMO', ex_date: '2026-05-14', payment_date: '2026-05-15', amount: 7 },
    {
      ...entry,
      symbol: 'MSTY',
      kind: 'estimate',
      status: 'approved',
      ex_date: '2026-07-23',
      estimated_amount: 0.3
    },
    {
      ...entry,
      symbol: 'MSTY',
      kind: 'estimate',
      status: 'pending',
      ex_date: '2026-07-30',
      estimated_amount: 0.3
    }
  )
  await insert('implied_volatility', { symbol: 'MSTY', date: lastTestDay, value: 0.8 })
  await insert('session', {
    token_hash: 'hash',
    created_at: then,
    seen_at: then,
    ip_short: '192.0.2',
    user_agent: 'test'
  })
  await insert('admin_log', {
    timestamp: then,
    level: 'INFO',
    category: 'SYSTEM',
    action: 'UPDATE',
    message: 'Something was done.',
    metadata: '{}'
  })
  const search = { symbol: 'MSTY', ip_short: '192.0.2', user_agent: 'test' }
  await insert(
    'search_history',
    { ...search, searched_at: '2026-06-01T12:00:00.000Z' },
    { ...search, searched_at: then }
  )
  await insert('publish_queue', { path: '/msty', revision: 1, queued_at: then })
  await insert('meta', { key: 'admin-password', value: 'a hash' }, { key: 'history-changed-at', value: then })
  await insert('blog_post', { id: 1, ...makePost(1) }, { id: 2, ...makePost(2) })
  await insert('blog_redirect', { slug: 'an-older-address', post_id: 1 })
}

beforeAll(async () => {
  ;({ file, db, before } = await openOldDatabase('007-known-until', fillAsBefore))
  expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([])
}, 60_000)
afterAll(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

test('after all migrations every row of every table is there as it was', async () => {
  await migrate(db)
  const lost: Record<string, Row[]> = {}
  for (const table of before.keys()) {
    const rows = await findLost(table)
    if (rows.length > 0) lost[table] = rows
  }
  // The estimates so that the next start makes them anew; the queue goes on as a log.
  expect(Object.keys(lost)).toEqual(['estimate', 'publish_queue'])
  expect(await db.selectFrom('page_change').select(['id', 'path', 'queued_at']).execute()).toEqual([
    { id: 1, path: '/msty', queued_at: then }
  ])
  const { method_version, ...untouched } = before.get('estimate')?.[0] ?? {}
  expect(await findLost('estimate', Object.keys(untouched))).toEqual([])
})

test('filled with what the version brings, it keeps what people did', async () => {
  await mergeFacts(db, newer, {
    now,
    log: pino({ level: 'silent' }),
    queueChange,
    refreshEstimates: (trx) => refreshEstimates(trx, { now, queueChange })
  })
  await fillDatabase(db, newer, { now, queueChange })
  const untouched = [
    'price',
    'split',
    'dividend_history',
    'implied_volatility',
    'session',
    'admin_log',
    'search_history',
    'blog_post',
    'blog_redirect'
  ]
  for (const table of untouched) expect([table, await findLost(table)]).toEqual([table, []])
  // Replayed rows are made anew, live ones are scored.
  const frozen = ['symbol', 'ex_date', 'origin', 'as_of', 'made_at', 'amount', 'low', 'high', 'price', 'rule']
  expect(await findLost('estimate_record', frozen)).toMatchObject([{ origin: 'replayed' }])
  expect(await findLost('manual_entry', ['symbol', 'kind', 'ex_date', 'amount', 'status', 'reason'])).toEqual(
    []
  )
  expect(await findLost('meta')).toMatchObject([{ key: 'history-changed-at' }])
})

test('it has the newer figures, but not the payment that the operator deleted', async () => {
  const paid = await db.selectFrom('payment').select(['symbol', 'ex_date']).orderBy('ex_date').execute()
  expect(paid.at(-1)?.ex_date).toBe(
    facts.dividends
      .map(({ ex_date }) => ex_date)
      .toSorted()
      .at(-1)
  )
  expect(paid).not.toContainEqual({ symbol: 'ULTY', ex_date: '2026-05-20' })
  expect(paid).toHaveLength(facts.dividends.length - 1)
  const live = await db
    .selectFrom('estimate_record')
    .select(['symbol', 'actual'])
    .where('origin', '=', 'live')
    .where('ex_date', 'in', ['2026-06-03', '2026-06-04'])
    .where('as_of', '=', lastTestDay)
    .orderBy('symbol')
    .execute()
  // The payments of data/dividends.csv on those days.
  const paidOn = (symbol: string, day: string) =>
    facts.dividends.find((row) => row.symbol === symbol && row.ex_date === day)?.amount
  expect(live).toEqual([
    { symbol: 'MSTY', actual: paidOn('MSTY', '2026-06-04') },
    { symbol: 'ULTY', actual: paidOn('ULTY', '2026-06-03') }
  ])
})

test('a database of the version before 022 gets its explanations at the next start', async () => {
  const readAll = () => db.selectFrom('estimate_explanation').selectAll().orderBy('symbol').execute()
  const explained = await readAll()
  const estimated = await db
    .selectFrom('estimate')
    .select('symbol')
    .where('status', '=', 'estimated')
    .orderBy('symbol')
    .execute()
  expect(explained.map(({ symbol }) => ({ symbol }))).toEqual(estimated)
  expect(estimated.length).toBeGreaterThan(0)
  // As its migration leaves it.
  await db.deleteFrom('estimate_explanation').execute()
  await fillDatabase(db, newer, { now, queueChange })
  expect(await readAll()).toEqual(explained)
})
