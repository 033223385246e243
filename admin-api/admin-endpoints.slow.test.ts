// Shows the same on any database.
import { globSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertPost, saveRevision } from './blog/posts.db.ts'
import { historyExportPath } from './contract/admin-history.ts'
import { imageUpload } from './contract/blog.ts'
import { adminMarker } from './contract/headers.ts'
import { readSearchMetrics } from './contract/search-metrics.ts'
import { readHealth } from './contract/system.ts'
import { formatBackupName } from './platform/database/backups/backup-files.ts'
import { createRoutes } from './platform/http/route.ts'
import { startApi } from './testing/api.ts'
import { seededAt } from './testing/database.ts'
import { forAllTests } from './testing/fixtures.ts'
import { makePost } from './testing/make.ts'

type Call = { method: string; path: string }

/** Not defined as endpoints, because they transfer files. */
const files: Call[] = [
  { method: 'GET', path: historyExportPath },
  { method: 'POST', path: imageUpload.path }
]
const partOfPath: Record<string, string> = {
  id: '1',
  ticker: 'MSTY',
  payment_date: '2026-05-29',
  group: 'weekly-etfs',
  slug: 'post-1',
  // Made at the time of the tests' clock.
  name: formatBackupName('backup', seededAt)
}

const contract = await listEndpoints()
const endpoints = contract.filter(({ access }) => access === 'admin')
const calls = [...endpoints, ...files]
const changing = calls.filter(({ method }) => method !== 'GET')
const reading = calls.filter(({ method }) => method === 'GET')
const loggedOut = { status: 401, body: { message: 'Please log in.' } }
const marker = { [adminMarker.name]: adminMarker.value }

const api = forAllTests(() => startApi({ content: 'tables' }))

/** Endpoints of the contract, with path parameters filled in. */
async function listEndpoints(): Promise<(Call & { access: string })[]> {
  const folder = join(import.meta.dirname, 'contract')
  // Test files are left out: workers cache modules, so a test file imported here would later register no tests.
  const files = globSync('!(*.test).ts', { cwd: folder }).map((name) => join(folder, name))
  const modules: object[] = await Promise.all(files.map((file) => import(file)))
  return modules
    .flatMap((module) => Object.values(module))
    .filter((value) => value?.access !== undefined)
    .map(({ method, path, access }) => ({
      access,
      method,
      path: path.replaceAll(/:(\w+)/g, (_: string, name: string) => partOfPath[name] ?? `no-${name}`)
    }))
}

async function countRows(): Promise<string> {
  const tables = ['session', 'admin_log', 'manual_entry', 'dividend_history', 'blog_post'] as const
  const counts = tables.map(async (table) => (await api.db.selectFrom(table).selectAll().execute()).length)
  return JSON.stringify(await Promise.all(counts))
}

test('the contract defines all admin endpoints', () => {
  expect(endpoints.length).toBeGreaterThanOrEqual(26)
  expect(endpoints.filter(({ path }) => path.includes('no-'))).toEqual([])
})

test.each(calls)('$method $path checks the session before anything else', async ({ method, path }) => {
  const body = method === 'GET' ? undefined : '{"cut short": '
  const attempts = [
    {},
    marker,
    { cookie: '', ...marker },
    { cookie: `doubloon-session=${'A'.repeat(43)}`, ...marker },
    { cookie: 'adminAuthenticated=true', ...marker },
    { ...marker, 'content-type': 'text/plain' }
  ]
  for (const headers of attempts) {
    const refused = await api.send(method, path, body, headers)
    expect(refused).toMatchObject(loggedOut)
    expect(refused.headers.get('cache-control')).toBe('no-store')
  }
})

test.each(changing)('$method $path needs the session and the marker', async ({ method, path }) => {
  const { cookie = '' } = await api.signIn()
  const before = await countRows()
  for (const value of [
    undefined,
    '',
    'Bearer',
    'bearer admin-authenticated',
    `${adminMarker.value} `.repeat(2)
  ]) {
    const headers = value === undefined ? { cookie } : { cookie, [adminMarker.name]: value }
    const refused = await api.send(method, path, '{"cut short": ', headers)
    expect(refused).toMatchObject({
      status: 403,
      body: { message: 'This call did not come from the admin area.' }
    })
    expect(refused.headers.get('cache-control')).toBe('no-store')
  }
  expect(await countRows()).toBe(before)
})

beforeAll(async () => {
  // The tested calls read a backup, and the first version of a post.
  await api.post('/api/admin/system/backups', {}, await api.signIn())
  await saveRevision(api.db, await insertPost(api.db, makePost(1)), 1)
})

test.each(reading)('$method $path needs only the session and may not be cached', async ({ path }) => {
  const { cookie = '' } = await api.signIn()
  const { status, headers } = await api.get(path, { cookie })
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store'])
})

test.each(changing)('$method $path may not be cached, refused or not', async ({ method, path }) => {
  const { status, headers } = await api.send(method, path, '[]', await api.signIn())
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(500)
  expect(headers.get('cache-control')).toBe('no-store')
})

describe('in a demo', () => {
  const demo = forAllTests(() => startApi({ content: 'tables', isDemo: true }))
  const refusal = {
    status: 403,
    body: { message: 'This is a demo: nothing can be changed. Install your own to try this.' }
  }
  /** Public calls with a body that store nothing of a visitor. */
  const reading = ['/api/auth/login', '/api/auth/logout', '/api/stock/search', '/api/stock/dividend-history']
  const others = [...contract, ...files].filter(
    ({ method, path }) => method !== 'GET' && !reading.includes(path)
  )

  test.each(others)('$method $path is refused to the operator, too', async ({ method, path }) => {
    expect(await demo.send(method, path, {}, await demo.signIn())).toMatchObject(refusal)
    expect(await demo.send(method, `${path.toUpperCase()}/`, {}, await demo.signIn())).toMatchObject(refusal)
  })

  test('visitors search, the operator reads, and search engines stay away', async () => {
    const { status, headers } = await demo.post('/api/stock/search', { symbol: 'MSTY' })
    expect([status, headers.get('x-robots-tag')]).toEqual([404, 'noindex, nofollow'])
    expect((await demo.get('/api/admin/logs', await demo.signIn())).status).toBe(200)
  })
})

test('an unknown path of the admin area is a 404 that may not be cached', async () => {
  const { status, headers } = await api.get('/api/admin/nothing')
  expect([status, headers.get('cache-control')]).toEqual([404, 'no-store'])
})

test.each(changing)('$method $path refuses 64 MB without waiting for them', async ({ method, path }) => {
  const { port } = new URL(api.url)
  const headers = { 'content-type': 'application/json', 'content-length': 64 * 1024 * 1024 }
  const status = await new Promise((resolve, reject) => {
    const call = request({ port, method, path, headers }, (response) => {
      resolve(response.statusCode)
      call.destroy()
    })
    call.on('error', reject).write('{"data": [')
  })
  expect(status).toBe(401)
})

test('a response that depends on the operator cannot be cached', () => {
  const nothing = () => ({ top_searches: [], total_count: 0, fetched_at: '' })
  const { route } = createRoutes(async () => null)
  expect(() => route(readSearchMetrics, nothing, { cacheSeconds: 30 })).toThrow('may not be cached')
  const healthy = () => ({
    status: 'ok' as const,
    version: '',
    reasons: [],
    second_source: null,
    filings: null,
    sources: [],
    as_of: null,
    pages_waiting: 0
  })
  expect(() => route(readHealth, healthy, { cacheSeconds: 30 })).not.toThrow()
})
