import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertSearches } from '../../db/search-history.db.ts'
import { startApi, type TestApi } from '../../testing/start-api.ts'

const path = '/api/search-metrics/top-tickers'
let api: TestApi

beforeEach(async () => {
  api = await startApi({ isSeeded: false })
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

test('before any search the list is empty, and after two funds it has two', async () => {
  expect((await api.get(path)).body).toEqual({ tickers: [] })
  await search(['TSLY', 0], ['MSTY', 1])
  expect((await api.get(path)).body).toEqual({ tickers: ['MSTY', 'TSLY'] })
})

test('three are told: the most searched, then the latest, then by letter', async () => {
  await search(['TSLY', 0], ['TSLY', 1], ['ULTY', 5], ['CONY', 9], ['AMZY', 9], ['MSTY', 2])
  expect((await api.get(path)).body).toEqual({ tickers: ['TSLY', 'AMZY', 'CONY'] })
})

test('the list may be kept for half a minute', async () => {
  expect((await api.get(path)).headers.get('cache-control')).toBe('public, max-age=30')
})
