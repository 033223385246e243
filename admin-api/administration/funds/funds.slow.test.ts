// Takes long on PostgreSQL, where it runs at night.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type CollectedFund, UnknownFundError } from '../../collection/sources/market-data.ts'
import type { ManagedFund } from '../../contract/funds.ts'
import { addSessions } from '../../market-days/market-calendar.ts'
import { startApi, type TestApi } from '../../testing/api.ts'
import { makeMarket } from '../../testing/fake-market.ts'
import { pages } from '../../testing/pages.ts'
import { readQueuedPaths } from '../../testing/read-queued-paths.ts'

const path = '/api/admin/funds'
const wanted = {
  symbol: 'hooy',
  name: '  YieldMax HOOD Option Income Strategy ETF ',
  issuer: 'YieldMax',
  family: 'yieldmax-single',
  underlying: 'hood',
  group: 'yieldmax-group-b'
}
let api: TestApi
let headers: Record<string, string>
let answers: Record<string, CollectedFund | Error>

beforeEach(async () => {
  answers = {}
  api = await startApi({ content: ['JPMO', 'MSTY', 'NVDY'], services: { market: makeMarket(answers) } })
  headers = await api.signIn()
})
afterEach(() => api.close())

const send = (method: string, to: string, body: unknown) => api.send(method, `${path}${to}`, body, headers)
const add = (given: object = {}) => send('POST', '', { ...wanted, ...given })
const search = (symbol: string) => api.post('/api/stock/search', { symbol })

async function readFund(symbol: string): Promise<ManagedFund | undefined> {
  const { body } = await api.get(path, headers)
  return (body as { funds: ManagedFund[] }).funds.find((fund) => fund.symbol === symbol)
}

async function countAll(): Promise<string> {
  const tables = ['fund', 'price', 'dividend_history', 'split', 'manual_entry', 'admin_log'] as const
  const rows = tables.map(async (table) => (await api.db.selectFrom(table).selectAll().execute()).length)
  return (await Promise.all(rows)).join()
}

function expectRefusal(
  what: string,
  answer: { status: number; body: unknown },
  status: number,
  sentence: string | RegExp
): void {
  const message = typeof sentence === 'string' ? sentence : expect.stringMatching(sentence)
  expect.soft(answer, what).toMatchObject({ status, body: { message } })
}

/** Twenty weeks of closes and weekly payments up to the newest stored day, with a reverse split in between. */
function makeFullHistory(): CollectedFund {
  const sessions = Array.from({ length: 100 }, (_, i) => addSessions('2026-05-29', i - 99))
  return {
    prices: sessions.map((date, i) => ({ date, close: 20 + (i % 7) / 10 })),
    payments: sessions
      .filter((day) => new Date(day).getUTCDay() === 4)
      .map((exDate, i) => ({ exDate, payDate: null, amount: 0.3 + (i % 3) / 100 })),
    splits: [{ date: '2026-03-02', oldShares: 10, newShares: 1 }],
    impliedVolatility: null
  }
}

test('a new fund has its full history, an estimate and a backtested record, and appears in all lists', async () => {
  const history = makeFullHistory()
  answers['HOOY'] = history
  await api.db.deleteFrom('page_change').execute()
  const { status, body } = await add()
  expect([status, body]).toEqual([
    201,
    {
      symbol: 'HOOY',
      message: `HOOY was added with 100 closes and ${history.payments.length} payments.`
    }
  ])
  expect(await readFund('HOOY')).toMatchObject({
    name: 'YieldMax HOOD Option Income Strategy ETF',
    underlying: 'HOOD',
    group: 'yieldmax-group-b',
    state: 'open',
    newest_price_day: '2026-05-29',
    latest_payment: { ex_date: '2026-05-28' }
  })
  expect((await search('hooy')).body).toMatchObject({
    symbol: 'HOOY',
    payment_frequency: 52,
    renamed_from: null
  })
  const queued = await readQueuedPaths(api.db)
  for (const shown of ['/hooy', '/', '/calendar/hooy.ics', '/calendar', '/accuracy', '/sitemap.xml'])
    expect(queued).toContain(shown)
  expect(await pages.load(api.db, '/')).toMatchObject({
    funds: expect.arrayContaining([expect.objectContaining({ symbol: 'HOOY', status: 'estimated' })])
  })
  expect(await pages.load(api.db, '/sitemap.xml')).toMatchObject({
    entries: expect.arrayContaining([{ path: '/hooy', lastModified: '2026-05-29' }])
  })
  expect((await api.get('/api/roi-rankings')).body).toContainEqual(
    expect.objectContaining({ symbol: 'HOOY' })
  )
  const record = await api.db
    .selectFrom('estimate_record')
    .select('origin')
    .where('symbol', '=', 'HOOY')
    .where('origin', '=', 'replayed')
    .execute()
  expect(record.length).toBeGreaterThan(10)
  const groups = (await api.get('/api/admin/collection', headers)).body
  expect(groups).toMatchObject({
    groups: expect.arrayContaining([
      expect.objectContaining({
        group: 'yieldmax-group-b',
        tickers: expect.arrayContaining(['HOOY'])
      })
    ])
  })
  const logged = await api.db.selectFrom('admin_log').selectAll().where('symbol', '=', 'HOOY').execute()
  expect(logged).toMatchObject([{ action: 'CREATE', category: 'SYSTEM', ip_short: '127.0.0.0' }])
  expect(await api.db.selectFrom('split').select('date').where('symbol', '=', 'HOOY').execute()).toHaveLength(
    1
  )
})

const refusedFunds: [given: object, status: number, sentence: string | RegExp][] = [
  [{ symbol: 'MSTY' }, 409, 'MSTY already exists.'],
  [{ symbol: 'H00Y' }, 400, 'Symbol must contain only letters (no numbers, spaces, or special characters)'],
  [{ symbol: 'blog' }, 409, "BLOG can't be a fund here: /blog is another page of this site."],
  [{ symbol: 'API' }, 409, "API can't be a fund here: /api is another page of this site."],
  [{ name: ' x ' }, 400, 'name must have 3 to 120 characters'],
  [{ issuer: 'x' }, 400, 'issuer must have 2 to 60 characters'],
  [{ family: 'pirates' }, 400, /^family must be one of yieldmax-single, /],
  [{ group: 'pirates' }, 400, /^group must be one of weekly-etfs, /],
  [{ underlying: 'two words' }, 400, /^underlying must be a symbol of Yahoo Finance/],
  [{}, 502, 'The market knows no HOOY. Nothing was added.']
]

test('adding an invalid fund is refused with one sentence and changes nothing', async () => {
  answers['HOOY'] = new UnknownFundError('The market knows no HOOY.')
  const before = await countAll()
  for (const [given, status, sentence] of refusedFunds) {
    expectRefusal(JSON.stringify(given), await add(given), status, sentence)
    expect.soft(await countAll(), JSON.stringify(given)).toBe(before)
  }
})

test('a failure while storing the history removes the fund again', async () => {
  const history = makeFullHistory()
  const split = { date: '2026-03-02', oldShares: 10, newShares: 1 }
  answers['HOOY'] = { ...history, splits: [split, split] }
  const before = await countAll()
  expect((await add()).status).toBe(500)
  expect(await countAll()).toBe(before)
})

test('the embedded data has no other funds, and adding one says so', async () => {
  await api.close()
  api = await startApi({ content: 'two-funds' })
  headers = await api.signIn()
  expect((await api.get(path, headers)).body).toMatchObject({ can_add: false })
  const { status, body } = await add()
  expect(status).toBe(409)
  expect(body).toEqual({ message: expect.stringContaining('Start the service without MARKET_DATA=embedded') })
})

test('the operator can close, retire and reopen a fund, and its page says so', async () => {
  expect((await send('PUT', '/MSTY/state', { state: 'closed', since: '2026-05-20' })).body).toEqual({
    message: 'MSTY has been closed since May 20, 2026.'
  })
  const reason = 'MSTY has been closed since May 20, 2026, so there is no estimate.'
  expect(await search('MSTY')).toMatchObject({ status: 404, body: { message: reason } })
  expect(await pages.load(api.db, '/msty')).toMatchObject({
    outcome: { status: 'closed', message: reason },
    frequencyLabel: null,
    history: { dividend_history: expect.arrayContaining([expect.anything()]) }
  })
  expect(await pages.load(api.db, '/calendar/msty.ics')).toBeNull()
  const calendar = await pages.load(api.db, '/calendar')
  if (calendar?.kind !== 'calendar') throw new Error('/calendar is not a calendar page')
  expect(calendar.payments.filter(({ symbol, isOnRecord }) => symbol === 'MSTY' && !isOnRecord)).toEqual([])
  expect((await api.get('/api/weekly-battle')).body).toMatchObject({
    left_out: expect.arrayContaining([expect.objectContaining({ symbol: 'MSTY', reason: 'inactive' })])
  })
  expect(await pages.load(api.db, '/nvdy')).toMatchObject({
    related: expect.not.arrayContaining([expect.objectContaining({ symbol: 'MSTY' })])
  })

  expect((await send('PUT', '/MSTY/state', { state: 'retired' })).body).toEqual({
    message: 'MSTY has been retired since June 1, 2026.'
  })
  const collected = await api.post('/api/admin/manual-entries', { ticker: 'MSTY' }, headers)
  expect(collected).toMatchObject({ status: 409, body: { message: expect.stringContaining('retired') } })

  expect((await send('PUT', '/MSTY/state', { state: 'open' })).body).toEqual({
    message: 'MSTY is open again.'
  })
  await expect.poll(async () => (await search('MSTY')).status).toBe(200)
  expect(await send('PUT', '/MSTY/state', { state: 'open' })).toMatchObject({
    status: 409,
    body: { message: 'MSTY is already open.' }
  })
  expect(await send('PUT', '/MSTY/state', { state: 'closed', since: '2026-06-02' })).toMatchObject({
    status: 400,
    body: { message: 'since must not be after today, June 1, 2026.' }
  })
})

const refusedChanges: [to: string, body: object, status: number, sentence: string | RegExp][] = [
  ['/JPMO/symbol', { new_symbol: 'MSTY' }, 409, 'MSTY already exists.'],
  ['/JPMO/symbol', { new_symbol: 'JPMO' }, 400, 'JPMO already has this symbol.'],
  [
    '/JPMO/symbol',
    { new_symbol: 'blog' },
    409,
    "BLOG can't be a fund here: /blog is another page of this site."
  ],
  ['/ZZZZ/symbol', { new_symbol: 'JPO' }, 404, /^Unsupported ETF: ZZZZ/],
  ['/JPMO/group', { group: 'yieldmax-group-b' }, 409, 'JPMO is already in YieldMax Group B.'],
  ['/JPMO/group', { group: 'nobody' }, 400, /^group must be one of /],
  ['/ZZZZ/group', { group: 'weekly-etfs' }, 404, /^Unsupported ETF: ZZZZ/],
  ['/JPMO/state', { state: 'sunk' }, 400, 'state must be one of open, closed, retired'],
  ['/JPMO/state', { state: 'closed', since: '2026-02-30' }, 400, 'since is a day that does not exist']
]

test('impossible changes are refused with one sentence and change nothing', async () => {
  const before = await countAll()
  for (const [to, body, status, sentence] of refusedChanges) {
    const what = `${to} ${JSON.stringify(body)}`
    expectRefusal(what, await send('PUT', to, body), status, sentence)
    expect.soft(await countAll(), what).toBe(before)
  }
})

test('a moved fund is collected with its new group, and the row says that the operator chose it', async () => {
  expect((await send('PUT', '/JPMO/group', { group: 'weekly-etfs' })).body).toEqual({
    message: 'JPMO is now collected with Weekly ETFs.'
  })
  const row = await api.db
    .selectFrom('fund')
    .select(['batch', 'batch_by'])
    .where('symbol', '=', 'JPMO')
    .executeTakeFirst()
  expect(row).toEqual({ batch: 'weekly-etfs', batch_by: 'operator' })
})

test('a family is added and changed without a release, and its funds follow it', async () => {
  const families = '/api/admin/families'
  const neos = {
    name: 'New crew',
    setting: 'rate',
    rules: [],
    frequency: 'weekly',
    pay_lag: 1,
    price_lag: 2,
    ex_closed: 'next',
    announcement_closed: 'stay',
    payment_slips: 'stay',
    skips_bank_holidays: false,
    top_rate: null,
    about: 'The issuer sets a rate and keeps it for months.'
  }
  const save = (given: object = {}) => api.send('PUT', `${families}/new-crew`, { ...neos, ...given }, headers)
  expect((await save({ rules: ['luck'] })).body).toMatchObject({
    message: expect.stringContaining('no rule luck')
  })
  expect(await save()).toMatchObject({ status: 200, body: { message: 'The family New crew was added.' } })
  answers['HOOY'] = makeFullHistory()
  expect((await add({ family: 'new-crew', issuer: 'New Crew' })).status).toBe(201)
  expect((await search('HOOY')).status).toBe(200)
  expect(await pages.load(api.db, '/family/new-crew')).toMatchObject({ family: { name: 'New crew' } })
  // A rule of another family is used once the row names it.
  const explain = () =>
    api.db
      .selectFrom('estimate_explanation')
      .selectAll()
      .where('symbol', '=', 'HOOY')
      .executeTakeFirstOrThrow()
  expect((await explain()).explanation).not.toContain('middle-yield')
  expect((await save({ rules: ['middle-yield'] })).body).toEqual({
    message: 'The family New crew was changed.'
  })
  expect((await explain()).explanation).toContain('middle-yield')
  const { body } = await api.get(families, headers)
  expect((body as { families: object[] }).families.at(-1)).toMatchObject({ id: 'new-crew', funds: 1 })
})

test('the home page lists the chosen funds first, and the default ones for an empty choice', async () => {
  const choose = (tickers: string[]) => api.send('PUT', '/api/admin/home-funds', { tickers }, headers)
  expect((await choose(['NVDY', 'NOPE'])).status).toBe(404)
  expect((await choose(['NVDY', 'MSTY'])).status).toBe(200)
  expect(await pages.load(api.db, '/')).toMatchObject({ featured: ['NVDY', 'MSTY'] })
  expect(await readQueuedPaths(api.db)).toContain('/')
  await choose([])
  expect(await pages.load(api.db, '/')).toMatchObject({ featured: expect.arrayContaining(['MSTY', 'XDTE']) })
})

test("funds to add are found in the exchange's list, or in ours without one", async () => {
  const find = async (q: string) => {
    const { body } = await api.get(`/api/admin/fund-choices?q=${encodeURIComponent(q)}`, headers)
    return (body as { funds: { symbol: string }[] }).funds
  }
  expect((await find('jpmorgan premium')).map(({ symbol }) => symbol)).toEqual(['JEPI', 'JEPQ'])
  expect(await find('msty')).toMatchObject([{ symbol: 'MSTY', family: 'yieldmax-single', is_known: true }])
  await api.close()
  const listFunds = async () => [
    { symbol: 'ABCY', name: 'YieldMax ABC Option Income Strategy ETF' },
    { symbol: 'JEPI', name: 'JPMorgan Equity Premium Income ETF' }
  ]
  api = await startApi({ content: 'two-funds', services: { listFunds } })
  headers = await api.signIn()
  // ABCY is on no list of ours, so the other funds of its issuer suggest how it pays.
  const [abcy] = await find('yieldmax abc')
  expect(abcy).toMatchObject({
    symbol: 'ABCY',
    issuer: 'YieldMax',
    family: 'yieldmax-single',
    is_known: false
  })
  expect(await find('jepi')).toMatchObject([
    { issuer: 'JPMorgan', family: 'jpmorgan-premium', underlying: 'SPY' }
  ])
})
