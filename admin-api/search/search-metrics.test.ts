import { expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { storeSearches } from './search-history.db.ts'

const path = '/api/search-metrics/top-tickers'
const adminPath = '/api/admin/search-metrics'

const api = forEachTest(() => startApi({ content: 'tables' }))

async function search(...searches: [symbol: string, minute: number][]): Promise<void> {
  await storeSearches(
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

test('each fund that was searched is in the list', async () => {
  await search(['TSLY', 0], ['MSTY', 1])
  expect((await api.get(path)).body).toEqual({ tickers: ['MSTY', 'TSLY'] })
})

test('the list is read from counts by day, not from the searches themselves', async () => {
  await search(['TSLY', 0], ['MSTY', 1], ['TSLY', 2])
  await api.db.deleteFrom('search_history').execute()
  expect((await api.get(path)).body).toEqual({ tickers: ['TSLY', 'MSTY'] })
  expect((await api.get(adminPath, await api.signIn())).body).toMatchObject({ total_count: 3 })
})

test('the list is read from the database at most twice a minute', async () => {
  expect((await api.get(path)).body).toEqual({ tickers: [] })
  await search(['TSLY', 0])
  expect((await api.get(path)).body).toEqual({ tickers: [] })
})

test('the list has three funds: most searched first, then latest searched, then by symbol', async () => {
  await search(['TSLY', 0], ['TSLY', 1], ['ULTY', 5], ['CONY', 9], ['AMZY', 9], ['MSTY', 2])
  expect((await api.get(path)).body).toEqual({ tickers: ['TSLY', 'AMZY', 'CONY'] })
})

test('a browser may cache the list for half a minute', async () => {
  expect((await api.get(path)).headers.get('cache-control')).toBe('public, max-age=30')
})

test('the operator sees the three most searched funds, the total and the time', async () => {
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

test('the total includes searches that are still in memory', async () => {
  api.services.searchRecorder.record({ symbol: 'MSTY', ip: '203.0.113.1', userAgent: '' })
  const { body } = await api.get(adminPath, await api.signIn())
  expect(body).toMatchObject({ top_searches: [{ symbol: 'MSTY', count: 1 }], total_count: 1 })
})

test('clearing removes all counts, and writes one log line', async () => {
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
})
