import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readDataFolder } from '../data/read-facts.ts'
import { migrate } from './platform/database/migrations.ts'
import type { Database } from './platform/database/schema.ts'
import { hashPassword } from './accounts/password.ts'
import { closeServer, listen } from './platform/http/listen.ts'
import { createEmbeddedMarketData } from './collection/sources/embedded.ts'
import { openService } from './open-service.ts'
import { makeEstimate, makeFrozen, makePayment, makePost } from './testing/make.ts'
import { insertRows, missingRows, openOldDatabase, type Row, readTables } from './testing/old-database.ts'
import { placeOfCopy } from './testing/seeded-file.ts'

// A database of the migrations up to 021, SQLite or PostgreSQL, with rows in every table, is opened by this version.
const real = readDataFolder()
const ofOurs = ({ symbol }: { symbol: string }) => symbol === 'MSTY'
const facts = {
  funds: real.funds.filter(ofOurs),
  dividends: real.dividends.filter(ofOurs),
  prices: real.prices.filter(ofOurs),
  splits: real.splits.filter(ofOurs)
}
/** When the database was last used; the day after, the new version starts. */
const then = '2026-07-08T22:00:00.000Z'
const now = new Date('2026-07-09T12:00:00Z')
const password = 'pieces of eight, all of them'
const picture = `${'a'.repeat(32)}.webp`

let file: string
let db: Kysely<Database>
let before: Map<string, Row[]>

/** What is of no other table, and what the operator and visitors did. */
async function makeRows(): Promise<Record<string, Row[]>> {
  const post = { ...makePost(1), id: 1, content: `<img src="/blog-images/${picture}">` }
  const entry = { symbol: 'MSTY', collection_date: '2026-06-02', frequency: 'WEEKLY', created_at: then }
  const newest = facts.prices.map(({ date }) => date).toSorted()
  return {
    fund: facts.funds.map((fund) => ({
      ...fund,
      underlying: fund.underlying || null,
      known_until: newest.at(-1),
      state: 'open',
      batch_by: 'operator',
      name_by: 'data',
      added_by: 'data'
    })),
    former_symbol: [{ symbol: 'OLDY', present: 'MSTY', renamed_on: '2026-05-04' }],
    unknown_day: [{ symbol: 'MSTY', day: '2026-07-07' }],
    price: facts.prices,
    dividend_history: [
      ...facts.dividends.map(({ pay_date, pay_date_basis, n_sources, ...row }) => ({
        ...row,
        payment_date: pay_date,
        payment_date_basis: pay_date_basis
      })),
      makePayment({ payment_date: '2026-08-28', ex_date: '2026-08-27', amount: null, amount_as_paid: null })
    ],
    split: facts.splits.map((split) => ({ ...split, date: split.date ?? '' })),
    implied_volatility: [{ symbol: 'MSTY', date: '2026-07-07', value: 0.8 }],
    given_payment: facts.dividends.map(({ symbol, ex_date, amount }) => ({ symbol, ex_date, amount })),
    declared_payment: [
      {
        symbol: 'MSTY',
        ex_date: '2026-08-27',
        payment_date: '2026-08-28',
        amount: 0.31,
        declared_on: '2026-07-08',
        source_name: 'Massive',
        seen_on: '2026-07-08'
      }
    ],
    estimate: [makeEstimate()],
    estimate_record: [makeFrozen({ ex_date: '2026-08-27', as_of: '2026-07-08', made_at: then })],
    manual_entry: [
      { ...entry, kind: 'payment', status: 'rejected', ex_date: '2026-06-01', amount: 9, doubt: 'odd' },
      { ...entry, kind: 'estimate', status: 'approved', ex_date: '2026-08-27', estimated_amount: 0.3 }
    ],
    admin_log: [
      { timestamp: then, level: 'INFO', category: 'SYSTEM', action: 'UPDATE', message: 'Something was done.' }
    ],
    search_history: [{ symbol: 'MSTY', searched_at: then, ip_short: '192.0.2.0', user_agent: 'test' }],
    search_count: [
      { symbol: 'MSTY', day: '2026-01-01', searches: 41, latest_at: '2026-01-01T12:00:00.000Z' },
      { symbol: 'MSTY', day: '2026-07-08', searches: 1, latest_at: then }
    ],
    page_change: [{ path: '/msty', queued_at: then, goes_first: 0 }],
    meta: [{ key: 'admin-password', value: await hashPassword(password) }],
    session: [
      { token_hash: 'hash', created_at: then, seen_at: then, ip_short: '192.0.2.0', user_agent: 'test' }
    ],
    blog_post: [post],
    blog_redirect: [{ slug: 'an-older-address', post_id: 1 }],
    deleted_post: [{ ...makePost(2), id: 2, deleted_at: then }],
    post_key: [{ key: 'a-key', post_id: 1, body_hash: 'hash', used_at: then }],
    blog_image: [{ name: picture, uploaded_at: then, bytes: Buffer.from('RIFF\0\0\0\0WEBP of a parrot') }],
    outage: [{ subject: 'market-data', reason: 'Yahoo refuses.', began_at: then, alerted_at: then }],
    lease: [{ name: 'collecting MSTY', holder: 'a killed process', ends_at: 0 }],
    login_try: [{ caller: 'network 192.0.2.0', tries: 2, tried_at: 0, wait_ms: 0 }]
  }
}

async function findLost(): Promise<Map<string, Row[]>> {
  const after = await readTables(db)
  return new Map([...before].map(([table, rows]) => [table, missingRows(rows, after.get(table))]))
}

beforeAll(async () => {
  ;({ file, db, before } = await openOldDatabase('021-blog-images', async (trx) => {
    for (const [table, rows] of Object.entries(await makeRows())) await insertRows(trx, table, rows)
  }))
  expect([...before].filter(([, rows]) => rows.length === 0)).toEqual([])
}, 60_000)
afterAll(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

test('after all migrations every row of every table is there as it was', async () => {
  await migrate(db)
  expect([...(await findLost())].filter(([, rows]) => rows.length > 0)).toEqual([])
})

test('the service opens it, keeps what people did, and answers', async () => {
  const environment = {
    ...placeOfCopy(file),
    SITE_DIR: join(dirname(file), 'site'),
    COLLECT_CRON: 'off',
    LOG_LEVEL: 'silent'
  }
  const given = createEmbeddedMarketData(
    () => facts,
    () => 'of this version'
  )
  const service = await openService(environment, { publishes: false, clock: () => now, facts: given })
  const { server, url } = await listen(service.app, { host: '127.0.0.1', port: 0, maxConnections: 10 })
  const post = (path: string, body: object) =>
    fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body)
    })
  try {
    await service.upkeep.runDue()
    const search = await post('/api/stock/search', { symbol: 'OLDY' })
    expect(await search.json()).toMatchObject({ symbol: 'MSTY', renamed_from: 'OLDY' })
    expect(await (await fetch(`${url}/api/search-metrics/top-tickers`)).json()).toEqual({ tickers: ['MSTY'] })
    expect(await (await fetch(`${url}/api/blog/posts/post-1`)).json()).toMatchObject({ title: 'Post 1' })
    expect((await fetch(`${url}/blog-images/${picture}`)).headers.get('content-type')).toBe('image/webp')
    expect((await post('/api/auth/login', { password })).status).toBe(200)
  } finally {
    await closeServer(server)
    await service.close()
  }
  const lost = [...(await findLost())].filter(([, rows]) => rows.length > 0)
  // Estimates are made anew; a session of yesterday and a forgotten wrong password have ended.
  expect(lost.map(([table]) => table).sort()).toEqual(['estimate', 'login_try', 'session'])
})
