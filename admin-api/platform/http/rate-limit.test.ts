import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { startApi, type TestApi } from '../../testing/start-api.ts'
import { callsPerMinute, searchLimits } from './rate-limit.ts'

const path = '/api/stock/search'
let api: TestApi

afterEach(() => api.stop())

async function searchAs(address: string): Promise<number> {
  return (await api.post(path, { symbol: 'MSTY' }, { 'x-forwarded-for': address })).status
}

async function searchTimes(times: number, addressOf: (i: number) => string): Promise<number[]> {
  const statuses: number[] = []
  for (let i = 0; i < times; i += 1) statuses.push(await searchAs(addressOf(i)))
  return statuses
}

test('five searches at once are answered, the sixth has to wait a second', async () => {
  api = await startApi({ limits: searchLimits })
  expect(await searchTimes(5, () => '203.0.113.1')).toEqual([200, 200, 200, 200, 200])
  const refused = await api.post(path, { symbol: 'MSTY' }, { 'x-forwarded-for': '203.0.113.1' })
  expect(refused).toMatchObject({
    status: 429,
    body: { message: 'Please wait before making another request' }
  })
  expect(refused.headers.get('retry-after')).toBe('1')
  await setTimeout(1050)
  expect(await searchAs('203.0.113.1')).toBe(200)
})

test('one visitor does not use up the searches of another', async () => {
  api = await startApi({ limits: searchLimits })
  await searchTimes(6, () => '203.0.113.1')
  expect(await searchAs('203.0.113.2')).toBe(200)
})

test('all addresses of one IPv6 network are one visitor', async () => {
  api = await startApi({ limits: searchLimits })
  expect(await searchTimes(6, (i) => `2001:db8:1:2::${i}`)).toEqual([200, 200, 200, 200, 200, 429])
  expect(await searchAs('2001:db8:1:3::1')).toBe(200)
})

test('too many in an hour have to wait for its end', async () => {
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
})

test('a refused search counts nowhere, and other calls are not limited so', async () => {
  api = await startApi({ limits: { perSecond: 1, burst: 1, perHour: 200 } })
  expect(await searchTimes(2, () => '203.0.113.1')).toEqual([200, 429])
  await api.services.searchRecorder.flush()
  expect(await api.db.selectFrom('search_history').select('symbol').execute()).toHaveLength(1)
  for (let i = 0; i < 5; i += 1) {
    expect((await api.post('/api/stock/dividend-history', { symbol: 'MSTY' })).status).toBe(200)
  }
})

test('of 301 calls in a minute the last is refused, whatever they ask for, and health is counted for itself', async () => {
  api = await startApi({ isSeeded: false, callsPerMinute })
  const from = { 'x-forwarded-for': '203.0.113.1' }
  const statuses = new Set<number>()
  for (let i = 0; i < 300; i += 1) {
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
  for (let i = 0; i < 300; i += 1) expect((await api.get('/api/health', from)).status).toBe(200)
  expect((await api.get('/api/health', from)).status).toBe(429)
  expect((await api.get('/api/roi-rankings', { 'x-forwarded-for': '203.0.113.2' })).status).toBe(200)
  expect((await api.get('/api/admin/logs', { ...from, ...(await api.signIn()) })).status).toBe(200)
  expect((await api.get('/api/admin/logs', { ...from, cookie: 'doubloon-session=none' })).status).toBe(429)
})

test('a clock that is set back by two days asks nobody to wait for days', async () => {
  api = await startApi({ isSeeded: false, callsPerMinute: 1 })
  const from = { 'x-forwarded-for': '203.0.113.1' }
  await api.get('/api/roi-rankings', from)
  const now = Date.now()
  const clock = vi.spyOn(Date, 'now').mockReturnValue(now - 2 * 24 * 60 * 60 * 1000)
  const refused = await api.get('/api/roi-rankings', from)
  clock.mockRestore()
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
})

test('visitors behind a proxy that nobody named are not counted as one', async () => {
  const siteUrl = 'https://doubloon.example'
  api = await startApi({ isSeeded: false, siteUrl, trustProxy: false, callsPerMinute: 2 })
  for (let i = 0; i < 5; i += 1) {
    const from = { 'x-forwarded-for': `203.0.113.${i}` }
    expect((await api.get('/api/roi-rankings', from)).status).toBe(200)
  }
})
