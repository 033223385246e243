// Shows the same on any database.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startApi, type TestApi } from '../../testing/api.ts'
import { callsPerMinute, createCounters, searchLimits } from './rate-limit.ts'

const path = '/api/stock/search'
let api: TestApi

/** The clock is frozen, because on a slow machine the limit would recover during a burst. */
beforeEach(() => moveClock(0))
/** The first test starts no server. */
afterEach(async () => {
  vi.restoreAllMocks()
  await api?.close()
})

/** Moves the monotonic clock, by which requests are counted. */
function moveClock(ms: number): void {
  const now = performance.now()
  vi.spyOn(performance, 'now').mockReturnValue(now + ms)
}

test('beyond the maximum, keys that were not used recently are forgotten, and so are idle ones', () => {
  const find = createCounters(() => ({ requests: 0 }), { idleMs: 1000, maxKeys: 4 })
  const count = (key: string, now: number) => {
    const counter = find(key, now)
    counter.requests += 1
    return counter.requests
  }
  const countAll = (keys: string[], now: number) => keys.map((key) => count(key, now))
  expect(countAll(['a', 'b', 'a', 'c', 'a', 'd'], 0)).toEqual([1, 1, 2, 1, 3, 1])
  expect(countAll(['e', 'a', 'b'], 900)).toEqual([1, 4, 1])
  // Used within the idle time.
  expect(countAll(['b'], 1800)).toEqual([2])
  // Other keys are used, and nobody uses b and a for longer than twice the idle time.
  expect(countAll(['f', 'g'], 3000)).toEqual([1, 1])
  expect(countAll(['f'], 4000)).toEqual([2])
  expect(countAll(['h', 'b', 'a'], 4100)).toEqual([1, 1, 1])
})

async function searchAs(address: string): Promise<number> {
  return (await api.post(path, { symbol: 'MSTY' }, { 'x-forwarded-for': address })).status
}

async function searchTimes(times: number, addressOf: (i: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i += 1) statuses.push(await searchAs(addressOf(i)))
  return statuses
}

test('five searches in a burst are answered, the sixth has to wait a second', async () => {
  api = await startApi({ limits: searchLimits })
  expect(await searchTimes(5, () => '203.0.113.1')).toEqual([200, 200, 200, 200, 200])
  const refused = await api.post(path, { symbol: 'MSTY' }, { 'x-forwarded-for': '203.0.113.1' })
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Please wait before making another request' }
  })
  expect(refused.headers.get('retry-after')).toBe('1')
  moveClock(1050)
  expect(await searchTimes(2, () => '203.0.113.1')).toEqual([200, 429])
  moveClock(5000)
  expect(await searchTimes(6, () => '203.0.113.1')).toEqual([200, 200, 200, 200, 200, 429])
})

test('one visitor does not use up the searches of another', async () => {
  api = await startApi({ limits: searchLimits })
  await searchTimes(6, () => '203.0.113.1')
  expect(await searchAs('203.0.113.2')).toBe(200)
})

test('all addresses of one IPv6 network count as one', async () => {
  api = await startApi({ limits: searchLimits })
  expect(await searchTimes(6, (i) => `2001:db8:1:2::${i}`)).toEqual([200, 200, 200, 200, 200, 429])
  expect(await searchAs('2001:db8:1:3::1')).toBe(200)
})

test('a caller over the hourly limit has to wait for the end of the hour', async () => {
  api = await startApi({ limits: { perSecond: 50, burst: 100, perHour: 3 } })
  expect(await searchTimes(3, () => '203.0.113.1')).toEqual([200, 200, 200])
  const refused = await api.post(path, { symbol: 'MSTY' }, { 'x-forwarded-for': '203.0.113.1' })
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Too many requests. Please try again later.' }
  })
  const seconds = Number(refused.headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(3590)
  expect(seconds).toBeLessThanOrEqual(3600)
  moveClock(3_600_000)
  expect(await searchAs('203.0.113.1')).toBe(200)
})

test('a rejected search is not recorded, and other calls have no search limit', async () => {
  api = await startApi({ limits: { perSecond: 1, burst: 1, perHour: 200 } })
  expect(await searchTimes(2, () => '203.0.113.1')).toEqual([200, 429])
  await api.services.searchRecorder.flush()
  expect(await api.db.selectFrom('search_history').select('symbol').execute()).toHaveLength(1)
  for (let i = 0; i < 5; i += 1) {
    expect((await api.post('/api/stock/dividend-history', { symbol: 'MSTY' })).status).toBe(200)
  }
})

test('calls over the limit per minute are rejected, whatever their path; health is counted separately', async () => {
  expect(callsPerMinute).toBe(300)
  api = await startApi({ content: 'tables', callsPerMinute: 6 })
  const from = { 'x-forwarded-for': '203.0.113.1' }
  const statuses = new Set<number>()
  for (let i = 0; i < 6; i += 1) {
    const path = i % 2 === 0 ? '/api/roi-rankings' : '/api/nothing'
    statuses.add((await api.get(path, from)).status)
  }
  expect(statuses).toEqual(new Set([200, 404]))
  const refused = await api.get('/api/roi-rankings', from)
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Too many requests. Please try again later.' }
  })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  for (let i = 0; i < 6; i += 1) expect((await api.get('/api/health', from)).status).toBe(200)
  expect((await api.get('/api/health', from)).status).toBe(429)
  expect((await api.get('/api/roi-rankings', { 'x-forwarded-for': '203.0.113.2' })).status).toBe(200)
  expect((await api.get('/api/admin/logs', { ...from, ...(await api.signIn()) })).status).toBe(200)
  expect((await api.get('/api/admin/logs', { ...from, cookie: 'doubloon-session=none' })).status).toBe(429)
})

test('after the clock is set back by two days nobody has to wait for days', async () => {
  api = await startApi({ content: 'tables', callsPerMinute: 1 })
  const from = { 'x-forwarded-for': '203.0.113.1' }
  await api.get('/api/roi-rankings', from)
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() - 2 * 24 * 60 * 60 * 1000)
  const refused = await api.get('/api/roi-rankings', from)
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
})

test('visitors behind a proxy that TRUST_PROXY does not name are not counted as one', async () => {
  const siteUrl = 'https://doubloon.example'
  api = await startApi({ content: 'tables', siteUrl, trustProxy: false, callsPerMinute: 2 })
  for (let i = 0; i < 5; i += 1) {
    const from = { 'x-forwarded-for': `203.0.113.${i}` }
    expect((await api.get('/api/roi-rankings', from)).status).toBe(200)
  }
})
