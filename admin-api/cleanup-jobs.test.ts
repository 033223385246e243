import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { deviceCookieSeconds, openSession } from './accounts/sessions.ts'
import { cleanUpLog, writeLog } from './admin-log/admin-log.db.ts'
import { cleanupJobs } from './cleanup-jobs.ts'
import { retention } from './contract/system.ts'
import { createMaintenance, type Maintenance } from './operations/maintenance.ts'
import { writeTransaction } from './platform/database/write-transaction.ts'
import { enqueuePages } from './publishing/page-log.db.ts'
import { cleanUpSearches, storeSearches } from './search/search-history.db.ts'
import { startApi } from './testing/api.ts'
import { forEachTest } from './testing/fixtures.ts'
import { makeFund } from './testing/make.ts'

const now = new Date('2026-06-01T12:00:00Z')
const dayMs = 86_400_000
let maintenance: Maintenance

const api = forEachTest(() => startApi({ content: 'tables', services: { clock: () => now } }))
beforeEach(async () => {
  maintenance = createMaintenance(api.services, cleanupJobs)
})

function daysAgo(days: number): Date {
  return new Date(now.getTime() - days * dayMs)
}

async function search(symbol: string, days: number, times: number): Promise<void> {
  const searched_at = daysAgo(days).toISOString()
  const made = { symbol, searched_at, ip_short: '203.0.113.0', user_agent: 'Parrot/1' }
  await storeSearches(api.db, Array(times).fill(made))
}

async function log(message: string, days: number): Promise<void> {
  const line = { level: 'INFO', category: 'SYSTEM', action: 'CREATE', message } as const
  await writeLog(api.db, line, daysAgo(days))
}

function findSearched(): Promise<{ symbol: string }[]> {
  return api.db.selectFrom('search_history').select('symbol').orderBy('id').execute()
}

async function findLines(): Promise<string[]> {
  const rows = await api.db.selectFrom('admin_log').select('message').orderBy('id').execute()
  return rows.map(({ message }) => message)
}

test('searches are removed after ninety days, and no search count changes', async () => {
  await search('ULTY', 90.1, 1200)
  await search('TSLY', 400, 2)
  await search('MSTY', 89.9, 3)
  const headers = await api.signIn()
  const readFigures = async () => [
    (await api.get('/api/search-metrics/top-tickers')).body,
    (await api.get('/api/admin/search-metrics', headers)).body
  ]
  const before = await readFigures()
  expect(before).toMatchObject([{ tickers: ['ULTY', 'MSTY', 'TSLY'] }, { total_count: 1205 }])
  await maintenance.runDue()
  expect(await findSearched()).toEqual(Array(3).fill({ symbol: 'MSTY' }))
  expect(await readFigures()).toEqual(before)
  await api.post('/api/admin/search-metrics/reset', {}, headers)
  expect(await findLines()).toEqual(['Cleared all search metrics (1205 searches)'])
})

test('other writers get a turn after each batch', async () => {
  await search('ULTY', 91, 1200)
  const cleaning = maintenance.runDue()
  const left = await writeTransaction(api.db, (trx) =>
    trx.selectFrom('search_history').select('id').execute()
  )
  expect(left).toHaveLength(1100)
  await cleaning
  expect(await findSearched()).toEqual([])
})

test('newer searches and log lines are removed beyond a maximum number, oldest first', async () => {
  await search('ULTY', 2, 4)
  await search('MSTY', 1, 3)
  expect(await cleanUpSearches(api.db, now, 3)).toBe(false)
  expect(await findSearched()).toEqual(Array(3).fill({ symbol: 'MSTY' }))
  for (const message of ['a', 'b', 'c']) await log(message, 1)
  await cleanUpLog(api.db, now, 2)
  expect(await findLines()).toEqual(['b', 'c'])
})

test('log lines are removed after four hundred days, and decisions stay', async () => {
  await api.db.insertInto('fund').values(makeFund()).execute()
  const decided = {
    symbol: 'MSTY',
    kind: 'payment',
    status: 'rejected',
    frequency: 'WEEKLY',
    collection_date: '2024-01-05',
    ex_date: '2024-01-04',
    amount: 9,
    created_at: daysAgo(800).toISOString()
  } as const
  await api.db.insertInto('manual_entry').values(decided).execute()
  await log('older', 401)
  await log('younger', 399)
  await maintenance.runDue()
  expect(await findLines()).toEqual(['younger'])
  expect(await api.db.selectFrom('manual_entry').select(['symbol', 'status', 'amount']).execute()).toEqual([
    { symbol: 'MSTY', status: 'rejected', amount: 9 }
  ])
})

test('ended sessions and old login attempts are removed without a login', async () => {
  await openSession(api.db, { ip: '192.0.2.7', userAgent: 'test' }, daysAgo(1))
  const headers = await api.signIn()
  const attempt = { tries: 3, wait_ms: 1000 }
  await api.db
    .insertInto('login_try')
    .values([
      { ...attempt, caller: 'network 192.0.2.0', tried_at: Date.now() - 2 * 3_600_000 },
      { ...attempt, caller: 'network 203.0.113.0', tried_at: Date.now() }
    ])
    .execute()
  await maintenance.runDue()
  expect(await api.db.selectFrom('session').select('created_at').execute()).toHaveLength(1)
  expect((await api.get('/api/admin/logs', headers)).status).toBe(200)
  expect(await api.db.selectFrom('login_try').select('caller').execute()).toEqual([
    { caller: 'network 203.0.113.0' }
  ])
})

test('the change log of pages loses entries older than 30 days, but never the newest one', async () => {
  const readPaths = async () =>
    (await api.db.selectFrom('page_change').select('path').orderBy('id').execute()).map(({ path }) => path)
  await enqueuePages(api.db, ['/old', '/older'], daysAgo(31))
  await maintenance.runDue()
  expect(await readPaths()).toEqual(['/older'])
  await enqueuePages(api.db, ['/new', '/newest'], daysAgo(29))
  const later = createMaintenance(api.services, cleanupJobs)
  await later.runDue()
  expect(await readPaths()).toEqual(['/new', '/newest'])
})

test('the privacy page states how long each thing is kept', async () => {
  const page = await readFile(new URL('../site/text-pages/privacy-storage.md', import.meta.url), 'utf8')
  const text = page.replaceAll(/\s+/g, ' ')
  const { searchDays, searchRows, failedSubscriptionDays, subscriptionDaysInOutage, logDays } = retention
  for (const sentence of [
    `A line is deleted after ${searchDays} days, or earlier if there are ${searchRows.toLocaleString('en-US')} newer`,
    `A subscription to which nothing could be sent for ${failedSubscriptionDays} days is deleted`,
    `accepts nothing from us at all, after ${subscriptionDaysInOutage} days`,
    `own log of changes is kept for ${logDays} days`,
    'lives in memory for up to an hour',
    'the other stays for a year'
  ])
    expect(text).toContain(sentence)
  expect([retention.networkHours, retention.deviceDays]).toEqual([1, 365])
  expect(deviceCookieSeconds).toBe(365 * 24 * 60 * 60)
})
