import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertSearches } from './search-history.db.ts'
import { onPagesQueued } from '../platform/database/write-transaction.ts'
import { startApi, type TestApi } from '../testing/start-api.ts'

const path = '/api/search-metrics/top-tickers'
const adminPath = '/api/admin/search-metrics'
let api: TestApi
let timesQueued: number

beforeEach(async () => {
  timesQueued = 0
  api = await startApi({ isSeeded: false })
  onPagesQueued(api.db, () => {
    timesQueued += 1
  })
})
afterEach(() => api.stop())

async function search(...searches: [symbol: string, minute: number][]): Promise<void> {
  await insertSearches(
    api.db,
    searches.map(([symbol, minute]) => ({
      symbol,
      searched_at: new Date(Date.UTC(2026, 5, 1, 12, minute)).toISOString(),
      ip_short: '203.0.113.0',
      user_agent: ''
    }))
  )
}

test('before any search the list is empty', async () => {
  expect((await api.get(path)).body).toEqual({ tickers: [] })
})

test('two funds that were searched are two in the list', async () => {
  await search(['TSLY', 0], ['MSTY', 1])
  expect((await api.get(path)).body).toEqual({ tickers: ['MSTY', 'TSLY'] })
})

test('the list is read from counts by day, not from the searches themselves', async () => {
  await search(['TSLY', 0], ['MSTY', 1], ['TSLY', 2])
  await api.db.deleteFrom('search_history').execute()
  expect((await api.get(path)).body).toEqual({ tickers: ['TSLY', 'MSTY'] })
  expect((await api.get(adminPath, await api.signIn())).body).toMatchObject({ total_count: 3 })
})

test('the list is read from the database twice a minute at most, however many ask', async () => {
  expect((await api.get(path)).body).toEqual({ tickers: [] })
  await search(['TSLY', 0])
  expect((await api.get(path)).body).toEqual({ tickers: [] })
})

test('three are listed: the most searched, then the latest, then by letter', async () => {
  await search(['TSLY', 0], ['TSLY', 1], ['ULTY', 5], ['CONY', 9], ['AMZY', 9], ['MSTY', 2])
  expect((await api.get(path)).body).toEqual({ tickers: ['TSLY', 'AMZY', 'CONY'] })
})

test('a browser may keep the list for half a minute', async () => {
  expect((await api.get(path)).headers.get('cache-control')).toBe('public, max-age=30')
})

test('the operator sees the three most searched, all that was counted, and when', async () => {
  await search(['TSLY', 0], ['TSLY', 1], ['ULTY', 5], ['CONY', 9], ['AMZY', 8])
  expect((await api.get(adminPath, await api.signIn())).body).toEqual({
    top_searches: [
      { symbol: 'TSLY', count: 2 },
      { symbol: 'CONY', count: 1 },
      { symbol: 'AMZY', count: 1 }
    ],
    total_count: 5,
    fetched_at: '2026-06-01T12:00:00.000Z'
  })
})

test('a search of this moment is in the number', async () => {
  api.services.searchRecorder.record({ symbol: 'MSTY', ip: '203.0.113.1', userAgent: '' })
  const { body } = await api.get(adminPath, await api.signIn())
  expect(body).toMatchObject({ top_searches: [{ symbol: 'MSTY', count: 1 }], total_count: 1 })
})

test('clearing leaves nothing to count, one line in the log, and the home page to be written', async () => {
  const headers = await api.signIn()
  await search(['TSLY', 0], ['MSTY', 1])
  api.services.searchRecorder.record({ symbol: 'MSTY', ip: '203.0.113.1', userAgent: '' })
  expect((await api.post(`${adminPath}/reset`, {}, headers)).body).toEqual({
    message: 'All search metrics have been cleared successfully'
  })
  expect((await api.get(adminPath, headers)).body).toMatchObject({ top_searches: [], total_count: 0 })
  const logs = await api.db
    .selectFrom('admin_log')
    .select(['action', 'message', 'user_id', 'metadata'])
    .execute()
  expect(logs).toEqual([
    {
      action: 'DELETE',
      message: 'Cleared all search metrics (3 searches)',
      user_id: 'admin',
      metadata: '{"searches":3}'
    }
  ])
  expect(await api.db.selectFrom('page_change').select('path').execute()).toEqual([{ path: '/' }])
  expect(timesQueued).toBe(1)
})
