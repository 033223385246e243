// Takes long on PostgreSQL, where it runs at night.
import { createECDH } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createCollector } from '../../collection/collector.ts'
import type { ManagedFund } from '../../contract/funds.ts'
import { toLeaf } from '../../estimates/outlook-record/freeze-outlooks.ts'
import { addOutlookLeaves, addOutlooks } from '../../estimates/outlook-record/outlook-record.db.ts'
import { copiedTables } from '../../platform/database/copy-all-rows.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { startApi } from '../../testing/api.ts'
import { makeMarket } from '../../testing/fake-market.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { makeFrozen, makeOutlook, makePayment } from '../../testing/make.ts'
import { mayFacts } from '../../testing/may-facts.ts'
import { pages } from '../../testing/pages.ts'
import { readQueuedPaths } from '../../testing/read-queued-paths.ts'

const path = '/api/admin/funds'
const wanted = {
  symbol: 'JPMO',
  name: 'Another fund',
  issuer: 'YieldMax',
  family: 'yieldmax-single',
  underlying: '',
  group: 'yieldmax-group-b'
}
let headers: Record<string, string>

const api = forEachTest(() =>
  startApi({
    content: ['JPMO', 'MSTY', 'NVDY'],
    services: { market: makeMarket({}), pushHosts: ['push.example'] }
  })
)
beforeEach(async () => {
  headers = await api.signIn()
})

const send = (method: string, to: string, body: unknown) => api.send(method, `${path}${to}`, body, headers)
const search = (symbol: string) => api.post('/api/stock/search', { symbol })

async function readFund(symbol: string): Promise<ManagedFund | undefined> {
  const { body } = await api.get(path, headers)
  return (body as { funds: ManagedFund[] }).funds.find((fund) => fund.symbol === symbol)
}

test('a renamed fund keeps everything, and its old symbol and addresses redirect', async () => {
  await api.db
    .insertInto('estimate_record')
    .values(makeFrozen({ symbol: 'JPMO', ex_date: '2026-06-04' }))
    .execute()
  const paid = (await api.post('/api/stock/dividend-history', { symbol: 'JPMO' })).body
  const { status, body } = await send('PUT', '/JPMO/symbol', { new_symbol: 'JPO' })
  expect([status, body]).toEqual([
    200,
    { symbol: 'JPO', message: 'JPMO is now JPO; its old address redirects.' }
  ])
  expect(await readFund('JPO')).toMatchObject({ former_symbols: ['JPMO'], group: 'yieldmax-group-b' })
  expect(await readFund('JPMO')).toBeUndefined()
  for (const symbol of ['JPO', 'JPMO'])
    expect((await api.post('/api/stock/dividend-history', { symbol })).body).toEqual(paid)
  const live = await api.db
    .selectFrom('estimate_record')
    .select('symbol')
    .where('origin', '=', 'live')
    .where('symbol', 'in', ['JPMO', 'JPO'])
    .execute()
  expect(live).toEqual([{ symbol: 'JPO' }])
  expect(await pages.load(api.db, '/jpmo')).toEqual({
    kind: 'fund-redirect',
    to: '/jpo',
    title: 'JPO, YieldMax JPM Option Income Strategy ETF'
  })
  expect(await pages.load(api.db, '/jpo')).toMatchObject({ kind: 'fund', symbol: 'JPO' })
  expect(await pages.load(api.db, '/calendar/jpmo.ics')).toEqual(
    await pages.load(api.db, '/calendar/jpo.ics')
  )
  const queued = await readQueuedPaths(api.db)
  for (const shown of ['/jpmo', '/jpo', '/calendar/jpmo.ics', '/calendar/jpo.ics'])
    expect(queued).toContain(shown)
  const sitemap = await pages.load(api.db, '/sitemap.xml')
  expect(JSON.stringify(sitemap)).toContain('"/jpo"')
  expect(JSON.stringify(sitemap)).not.toContain('"/jpmo"')
})

const subscription = {
  endpoint: 'https://push.example/1',
  auth: 'AAAAAAAAAAAAAAAAAAAAAA',
  p256dh: createECDH('prime256v1').generateKeys('base64url'),
  funds: ['MSTY', 'NVDY'],
  declared: true,
  own_by: true
}
const subscribe = () => api.post('/api/notifications/subscribe', subscription)

/** Columns with a symbol in one of their rows, like 'price.symbol'. */
async function findColumnsWith(symbol: string): Promise<string[]> {
  const isNamed = new RegExp(`\\b${symbol}\\b`)
  const columns = new Set<string>()
  for (const table of copiedTables) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(table)}`.execute(api.db)
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (typeof value === 'string' && isNamed.test(value)) columns.add(`${table}.${column}`)
  }
  return [...columns].sort()
}

test('after a rename, only records of the past have the old symbol, in whichever table', async () => {
  const symbol = 'MSTY'
  await api.db.insertInto('unknown_day').values({ symbol, day: '2026-05-30' }).execute()
  await api.db.insertInto('implied_volatility').values({ symbol, date: '2026-05-29', value: 0.5 }).execute()
  await api.db
    .insertInto('declared_payment')
    .values({
      symbol,
      ex_date: '2026-06-04',
      payment_date: null,
      amount: 0.2,
      declared_on: null,
      source_name: 'Nasdaq',
      seen_on: '2026-06-01'
    })
    .execute()
  await api.db
    .insertInto('payment_first_seen')
    .values({
      symbol,
      ex_date: '2026-06-04',
      amount: 0.2,
      source_name: 'Nasdaq',
      seen_at: '2026-06-01T22:15:00.000Z'
    })
    .execute()
  await api.db
    .insertInto('former_symbol')
    .values({ symbol: 'OLDY', present: symbol, renamed_on: '2025-06-01' })
    .execute()
  await api.db
    .insertInto('manual_entry')
    .values({
      symbol,
      kind: 'estimate',
      status: 'pending',
      collection_date: '2026-06-01',
      frequency: 'WEEKLY',
      created_at: '2026-06-01T12:00:00.000Z'
    })
    .execute()
  await api.db
    .insertInto('fund_notice')
    .values({
      symbol,
      kind: 'reverse-split',
      status: 'draft',
      sentence: 'The Board has approved a reverse stock split.',
      effective_on: '2026-06-15',
      filing: '0001999371-26-000001',
      form: '497',
      filed_on: '2026-06-01',
      url: 'https://www.sec.gov/Archives/edgar/data/1924868/000199937126000001/fund-497.htm'
    })
    .execute()
  await api.db
    .insertInto('fund_day')
    .values({
      symbol,
      day: '2026-06-01',
      net_assets: 148_357_191.93,
      shares_outstanding: 2_700_000,
      holdings: Buffer.from('compressed'),
      source_name: 'Roundhill',
      stored_at: '2026-06-01T14:30:00.000Z'
    })
    .execute()
  const outlook = makeOutlook({ symbol })
  await writeTransaction(api.db, async (trx) => {
    await addOutlooks(trx, [outlook])
    await addOutlookLeaves(trx, '2026-06-01', [toLeaf(outlook)])
  })
  await api.send('PUT', '/api/admin/home-funds', { tickers: ['NVDY', symbol] }, headers)
  await search(symbol)
  await api.services.searchRecorder.flush()
  await subscribe()
  const before = await findColumnsWith(symbol)
  // A new table has to be listed here, or gets a row of the fund above.
  const tablesWithoutFunds = copiedTables.filter(
    (table) => !before.some((name) => name.startsWith(`${table}.`))
  )
  expect(tablesWithoutFunds).toEqual([
    'underlying_volatility',
    'underlying_close',
    'family',
    'source_choice',
    'source_use',
    'source_robots',
    // As sources and the exchange name funds, under the symbol of that day.
    'fund_sighting',
    'fund_listing',
    'dismissed_proposal',
    'record_signature',
    'record_anchor',
    'record_witness',
    'record_cosignature',
    'blog_post',
    'blog_redirect',
    'blog_revision',
    'deleted_post',
    'post_key',
    'blog_image',
    'session',
    'outage',
    'page_change',
    // Symbols that were no fund's.
    'holder_close',
    'lease',
    'login_try'
  ])
  await send('PUT', `/${symbol}/symbol`, { new_symbol: 'MSTR' })
  expect(await findColumnsWith(symbol)).toEqual([
    'admin_log.message',
    'admin_log.metadata',
    'former_symbol.symbol',
    // Names the source's own page, under the symbol of its day.
    'fund.expense_source',
    // Facts of data/, which keeps the old symbol.
    'given_payment.symbol',
    'outlook_leaf.leaf',
    'record_leaf.leaf'
  ])
})

test('notifications about a renamed fund go on, and a browser that sends the old symbol can save them', async () => {
  await subscribe()
  await send('PUT', '/MSTY/symbol', { new_symbol: 'MSTR' })
  const chosen = { subscription: { funds: ['MSTR', 'NVDY'], declared: true, own_by: true, notices: false } }
  const { endpoint, auth } = subscription
  expect((await api.post('/api/notifications/read', { endpoint, auth })).body).toEqual(chosen)
  expect(await subscribe()).toMatchObject({ status: 200, body: { funds: ['MSTR', 'NVDY'] } })
  expect((await api.post('/api/notifications/read', { endpoint, auth })).body).toEqual(chosen)
})

test('a search for the old symbol finds the fund, counts for it and says that it was renamed', async () => {
  await search('MSTY')
  await search('MSTY')
  const renamed = await send('PUT', '/MSTY/symbol', { new_symbol: 'MSTR', name: 'Another name' })
  expect(renamed.status).toBe(200)
  // Search results are cached for a quarter of a second.
  const found = async () => (await search('msty')).body
  await expect.poll(found).toMatchObject({ symbol: 'MSTR', etf_name: 'Another name', renamed_from: 'MSTY' })
  await api.services.searchRecorder.flush()
  const top = (await api.get('/api/search-metrics/top-tickers')).body as { tickers: string[] }
  expect(top.tickers[0]).toBe('MSTR')
  await send('PUT', '/MSTR/state', { state: 'retired' })
  await expect.poll(found).toEqual({
    code: 'no-estimate',
    message:
      'MSTY is listed here as MSTR. MSTR has not been covered here since June 1, 2026, so there is no estimate.'
  })
})

test('a redirecting address is reserved for its fund, and chains end at the newest symbol', async () => {
  await send('PUT', '/JPMO/symbol', { new_symbol: 'JPO' })
  const taken = 'JPMO is another symbol of JPO, and its address redirects there.'
  expect(await send('POST', '', wanted)).toMatchObject({ status: 409, body: { message: taken } })
  expect(await send('PUT', '/MSTY/symbol', { new_symbol: 'JPMO' })).toMatchObject({
    status: 409,
    body: { message: taken }
  })
  await send('PUT', '/JPO/symbol', { new_symbol: 'JPOX' })
  expect(await pages.load(api.db, '/jpmo')).toMatchObject({ to: '/jpox' })
  expect((await send('PUT', '/JPOX/symbol', { new_symbol: 'JPMO' })).status).toBe(200)
  expect(await pages.load(api.db, '/jpox')).toMatchObject({ to: '/jpmo' })
  expect(await readFund('JPMO')).toMatchObject({ former_symbols: ['JPO', 'JPOX'] })
})

test('JPO, under which JPMO trades, leads to it everywhere until the fund is renamed', async () => {
  const redirect = {
    kind: 'fund-redirect',
    to: '/jpmo',
    title: 'JPMO, YieldMax JPM Option Income Strategy ETF'
  }
  expect(await pages.load(api.db, '/jpo')).toEqual(redirect)
  // Imports into My Fleet read this list.
  expect(await pages.load(api.db, '/data/funds.json')).toMatchObject({
    data: {
      funds: expect.arrayContaining([expect.objectContaining({ symbol: 'JPMO', former_symbols: ['JPO'] })])
    }
  })
  expect(await pages.load(api.db, '/data/jpo.json')).toEqual(await pages.load(api.db, '/data/jpmo.json'))
  expect((await search('jpo')).body).toMatchObject({
    message: expect.stringMatching(/^JPO is listed here as JPMO\. /)
  })
  expect((await api.get('/api/find-fund?symbol=jpo')).headers.get('location')).toBe('/jpmo')
  const history = async (symbol: string) => (await api.post('/api/stock/dividend-history', { symbol })).body
  expect(await history('JPO')).toEqual(await history('JPMO'))
  expect((await send('PUT', '/JPMO/symbol', { new_symbol: 'JPO' })).status).toBe(200)
  expect(await pages.load(api.db, '/jpo')).toMatchObject({ kind: 'fund', symbol: 'JPO' })
  expect(await readFund('JPO')).toMatchObject({ former_symbols: ['JPMO'] })
})

test('SQY, the former symbol of XYZY, finds it everywhere', async () => {
  expect(await pages.load(api.db, '/sqy')).toMatchObject({ kind: 'fund-redirect', to: '/xyzy' })
  for (const path of ['/data/OLD.json', '/data/OLD-payments.csv', '/calendar/OLD.ics'])
    expect(await pages.load(api.db, path.replace('OLD', 'sqy')), path).toEqual(
      await pages.load(api.db, path.replace('OLD', 'xyzy'))
    )
  expect((await search('sqy')).body).toMatchObject({ symbol: 'XYZY', renamed_from: 'SQY' })
  expect((await api.get('/api/find-fund?symbol=sqy')).headers.get('location')).toBe('/xyzy')
  expect(await pages.load(api.db, '/fund-index.json')).toMatchObject({
    index: {
      funds: expect.arrayContaining([expect.objectContaining({ symbol: 'XYZY', formerSymbols: ['SQY'] })])
    }
  })
})

test('CUSIPs and ISINs lead to the symbols that funds have now', async () => {
  await send('PUT', '/MSTY/symbol', { new_symbol: 'MSTR' })
  const page = await pages.load(api.db, '/data/identifiers.json')
  if (page?.kind !== 'identifiers') throw new Error('/data/identifiers.json has another kind')
  // The second is from before the split of December 2025.
  expect(page.data.symbols).toMatchObject({ '88636X732': 'MSTR', '88634T493': 'MSTR', US88636X7324: 'MSTR' })
})

test('a fund closed because its symbol became unknown reopens under the new one', async () => {
  await api.db
    .updateTable('fund')
    .set({ state: 'closed', state_since: '2026-05-20', state_cause: 'unknown' })
    .where('symbol', '=', 'MSTY')
    .execute()
  await send('PUT', '/MSTY/symbol', { new_symbol: 'MSTR' })
  expect(await readFund('MSTR')).toMatchObject({ state: 'open', state_since: null })
  expect((await search('MSTR')).status).toBe(200)
})

test('an expected payment moves with the renamed fund', async () => {
  const days = { ex_date: '2026-06-04', payment_date: '2026-06-05' }
  await api.db
    .insertInto('dividend_history')
    .values(
      makePayment({ symbol: 'MSTY', ...days, amount: null, amount_as_paid: null, estimated_amount: 0.3 })
    )
    .execute()
  await api.post('/api/admin/manual-entries', { ticker: 'NVDY' }, headers)
  await send('PUT', '/MSTY/symbol', { new_symbol: 'MSTR' })
  const expected = await api.db
    .selectFrom('dividend_history')
    .select('symbol')
    .where('amount', 'is', null)
    .execute()
  expect(expected).toEqual([{ symbol: 'MSTR' }])
})

test('an older backup restores into the new symbol', async () => {
  const record = {
    ticker: 'MSTY',
    payment_date: '2026-05-29',
    ex_date: '2026-05-28',
    actual_dividend: 0.31,
    estimated_dividend: null,
    frequency: 'WEEKLY'
  }
  await send('PUT', '/MSTY/symbol', { new_symbol: 'MSTR' })
  const restore = (data: object[]) =>
    api.send('POST', '/api/admin/dividend-history/import', { version: '1', data }, headers)
  expect(await restore([record, { ...record, ticker: 'MSTR' }])).toMatchObject({
    status: 400,
    body: {
      message: 'Invalid Backup File: record 2 (MSTR, 2026-05-29): payment_date is the same as in record 1.'
    }
  })
  expect((await restore([record])).status).toBe(200)
  const paid = await api.db
    .selectFrom('dividend_history')
    .select(['symbol', 'amount'])
    .where('payment_date', '=', '2026-05-29')
    .where('symbol', 'in', ['MSTY', 'MSTR'])
    .execute()
  expect(paid).toEqual([{ symbol: 'MSTR', amount: 0.31 }])
})

test('embedded figures under the old symbol are collected for the renamed fund', async () => {
  await send('PUT', '/MSTY/symbol', { new_symbol: 'MSTR' })
  await api.db.deleteFrom('price').where('symbol', '=', 'MSTR').where('date', '=', '2026-05-29').execute()
  const collector = createCollector({ ...api.services, market: mayFacts })
  expect(await collector.collectOne('MSTR')).toMatchObject({ entry: { symbol: 'MSTR' }, quarantined: 0 })
  const close = await api.db
    .selectFrom('price')
    .select(['date', 'close'])
    .where('symbol', '=', 'MSTR')
    .orderBy('date', 'desc')
    .executeTakeFirst()
  expect(close).toEqual({ date: '2026-05-29', close: 22.29 })
})
