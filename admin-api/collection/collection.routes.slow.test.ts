// Shows the same on any database.
import { afterEach, beforeEach, expect, test } from 'vitest'
import { collectionGroups, groupNames } from '../contract/collection.ts'
import { adminMarker } from '../contract/headers.ts'
import { writeStanding } from '../funds/fund-standing.db.ts'
import { startApi, type TestApi } from '../testing/api.ts'
import { makeMarket, reportStored } from '../testing/fake-market.ts'
import { MarketDataError } from './sources/market-data.ts'

let api: TestApi
let headers: Record<string, string>

/** A group of eight open funds, and one of each other kind. */
const content = ['CRSH', 'MSTY', 'PLTW', 'YETH']

beforeEach(async () => {
  api = await startApi({ content })
  headers = await api.signIn()
})
afterEach(() => api.close())

const writes = [
  ['/api/admin/manual-entries', { ticker: 'MSTY' }],
  ['/api/admin/collect-all/roundhill-monthly-etfs', {}],
  ['/api/admin/fix-pltw-estimate', {}]
] as const

async function countEntries(): Promise<number> {
  return (await api.db.selectFrom('manual_entry').select('id').execute()).length
}

test.each(writes)('POST %s needs a session and the marker', async (path, body) => {
  const noMarker = { ...headers }
  delete noMarker[adminMarker.name]
  expect((await api.post(path, body)).status).toBe(401)
  expect((await api.post(path, body, noMarker)).status).toBe(403)
  expect(await countEntries()).toBe(0)
})

test('only the operator sees the groups with their funds, in display order', async () => {
  expect((await api.get('/api/admin/collection')).status).toBe(401)
  const { status, body } = await api.get('/api/admin/collection', headers)
  expect(status).toBe(200)
  const { groups, running } = body as {
    groups: { group: string; title: string; tickers: string[] }[]
    running: []
  }
  expect(groups.map(({ group }) => group)).toEqual(groupNames)
  expect(groups.map(({ title }) => title)).toEqual(Object.values(collectionGroups))
  expect(groups.flatMap(({ tickers }) => tickers)).toHaveLength(66)
  expect(groups.find(({ group }) => group === 'roundhill-monthly-etfs')?.tickers).toEqual(['YETH'])
  expect(running).toEqual([])
})

test('one fund is collected into a pending entry', async () => {
  const { status, body } = await api.post('/api/admin/manual-entries', { ticker: 'msty' }, headers)
  expect(status).toBe(201)
  expect(body).toEqual({
    entry: {
      id: expect.any(Number),
      ticker: 'MSTY',
      kind: 'estimate',
      collection_date: '2026-06-01',
      payment_date: '2026-06-05',
      ex_date: '2026-06-04',
      estimated_dividend: expect.any(Number),
      actual_dividend: null,
      current_price: 22.29,
      implied_volatility: expect.any(Number),
      three_month_average: expect.any(Number),
      frequency: 'WEEKLY',
      status: 'pending',
      is_stored: false,
      reason: null
    }
  })
  const [line] = await api.db.selectFrom('admin_log').selectAll().where('symbol', '=', 'MSTY').execute()
  expect(line).toMatchObject({
    category: 'MANUAL_ENTRY',
    action: 'CREATE',
    symbol: 'MSTY',
    ip_short: '127.0.0.0'
  })
})

test.each([
  [{ ticker: 'SPY' }, 404, /^Unsupported ETF: SPY is not supported yet/],
  [{ ticker: 'FEAT' }, 404, /^Payments of FEAT are missing here: .* so there is no estimate\.$/],
  [{ ticker: 'MS7Y' }, 400, /only letters/],
  [{ ticker: 5 }, 400, /Symbol cannot be empty/],
  [{}, 400, /Symbol cannot be empty/],
  [[], 400, /must be a JSON object/]
])('%j is answered with %i and a message', async (body, status, message) => {
  const answer = await api.post('/api/admin/manual-entries', body, headers)
  expect(answer.status).toBe(status)
  expect(answer.body).toEqual({ message: expect.stringMatching(message) })
  expect(await countEntries()).toBe(0)
})

test('the error of a failing source is returned unchanged', async () => {
  await api.close()
  const market = makeMarket({ MSTY: new MarketDataError('Yahoo did not answer for MSTY within 10 seconds.') })
  api = await startApi({ content, services: { market } })
  const { status, body } = await api.post('/api/admin/manual-entries', { ticker: 'MSTY' }, await api.signIn())
  expect(status).toBe(502)
  expect(body).toEqual({ message: 'Yahoo did not answer for MSTY within 10 seconds.' })
})

test('without a source that responds, one fund and a group are estimated from stored figures, and say so', async () => {
  await api.close()
  const unreachable = new MarketDataError('Yahoo Finance could not be reached.', { isUnreachable: true })
  api = await startApi({
    content,
    services: { market: makeMarket({ MSTY: unreachable, YETH: unreachable }) }
  })
  headers = await api.signIn()
  const reason = 'As of May 29; no source responds.'
  const one = await api.post('/api/admin/manual-entries', { ticker: 'MSTY' }, headers)
  expect(one).toMatchObject({
    status: 201,
    body: { entry: { ticker: 'MSTY', estimated_dividend: expect.any(Number), status: 'pending', reason } }
  })
  const [line] = await api.db.selectFrom('admin_log').select('message').where('symbol', '=', 'MSTY').execute()
  expect(line?.message).toMatch(
    /^Estimated MSTY from stored figures: \d\.\d{4}\. As of May 29; no source responds\.$/
  )

  const group = await api.post('/api/admin/collect-all/roundhill-monthly-etfs', {}, headers)
  expect(group).toMatchObject({
    status: 200,
    body: {
      results: [{ ticker: 'YETH', estimated_dividend: expect.any(Number), held_back: 0 }],
      errors: [],
      stopped:
        'Yahoo Finance could not be reached. No source responds, so the estimates are from stored figures.'
    }
  })
  const { body } = await api.get('/api/admin/manual-entries', headers)
  expect(body).toMatchObject({ entries: [{ reason }, { reason }] })
})

test('all open funds of a group are collected; closed ones are skipped without an error', async () => {
  for (const symbol of ['FEAT', 'FIVY']) {
    const standing = { symbol, state: 'closed', state_since: '2026-02-11', state_cause: 'operator' } as const
    await writeStanding(api.db, { ...standing, ask_again_on: null })
  }
  const { status, body } = await api.post('/api/admin/collect-all/yieldmax-group-a', {}, headers)
  expect(status).toBe(200)
  const { results, errors } = body as {
    results: { ticker: string }[]
    errors: { ticker: string; message: string }[]
  }
  expect(results[0]).toEqual({ ticker: 'CRSH', estimated_dividend: expect.any(Number), held_back: 0 })
  expect(results).toHaveLength(8)
  expect(errors).toEqual([]) // FEAT and FIVY are in this group, too.
  expect(await countEntries()).toBe(8)
})

test('an unknown group is refused with the existing names', async () => {
  const { status, body } = await api.post('/api/admin/collect-all/pirates', {}, headers)
  expect(status).toBe(400)
  expect(body).toEqual({ message: expect.stringMatching(/^group must be one of weekly-etfs, /) })
})

test('a group being collected is refused a second time, with its progress', async () => {
  await api.close()
  const answered = Promise.withResolvers<void>()
  const answerLater = async () => {
    await answered.promise
    return reportStored(api.db, 'YETH')
  }
  const market = makeMarket({ YETH: answerLater })
  api = await startApi({ content, services: { market } })
  headers = await api.signIn()
  const path = '/api/admin/collect-all/roundhill-monthly-etfs'
  const first = api.post(path, {}, headers)
  const group = 'roundhill-monthly-etfs'
  await expect
    .poll(async () => (await api.get('/api/admin/collection', headers)).body)
    .toMatchObject({ running: [{ group, done: 0, total: 1, current: 'YETH' }] })
  const second = await api.post(path, {}, headers)
  expect(second.status).toBe(409)
  expect(second.body).toEqual({
    message: 'The group roundhill-monthly-etfs is already being collected. Please wait.'
  })
  answered.resolve()
  expect((await first).status).toBe(200)
  expect((await api.get('/api/admin/collection', headers)).body).toMatchObject({ running: [] })
})

test('the PLTW fix re-estimates and replaces the pending entry', async () => {
  await api.post('/api/admin/manual-entries', { ticker: 'PLTW' }, headers)
  await api.db.updateTable('manual_entry').set({ estimated_amount: 99 }).execute()
  await api.db.updateTable('estimate').set({ amount: 99 }).where('symbol', '=', 'PLTW').execute()
  const { status, body } = await api.post('/api/admin/fix-pltw-estimate', {}, headers)
  expect(status).toBe(200)
  const { new_estimate } = body as { new_estimate: number }
  expect(new_estimate).toBeLessThan(2)
  const entries = await api.db.selectFrom('manual_entry').select(['symbol', 'estimated_amount']).execute()
  expect(entries).toEqual([{ symbol: 'PLTW', estimated_amount: new_estimate }])
  const stored = await api.db
    .selectFrom('estimate')
    .select('amount')
    .where('symbol', '=', 'PLTW')
    .executeTakeFirst()
  expect(stored?.amount).toBe(new_estimate)
})
