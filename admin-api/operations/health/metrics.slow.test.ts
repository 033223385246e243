// Shows the same on any database.
import { request } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { writeSourceState } from '../../collection/source-state.db.ts'
import type { LastBackup } from '../../platform/database/backups/last-backup.ts'
import { changeLastBackup } from '../../platform/database/backups/last-backup.ts'
import { writeTransaction } from '../../platform/database/write-transaction.ts'
import { enqueuePages } from '../../publishing/page-log.db.ts'
import { startApi, type TestApi, type TestOptions } from '../../testing/api.ts'
import { makeClose, makeFund } from '../../testing/make.ts'

const token = 'a token of tests'.replaceAll(' ', '-')
let api: TestApi

afterEach(() => api.close())

/** One fund, and one close of Friday, May 29, 2026. */
async function start(options: TestOptions = {}): Promise<void> {
  api = await startApi({ content: 'tables', trustProxy: false, metricsToken: token, ...options })
  await api.db.insertInto('fund').values(makeFund()).execute()
  await api.db.insertInto('price').values(makeClose()).execute()
}

async function read(headers: Record<string, string> = {}): Promise<string> {
  const { status, body } = await api.get('/metrics', headers)
  expect(status).toBe(200)
  return String(body)
}

/** Returns values by name and labels. */
function valuesOf(text: string, prefix: string): Record<string, number> {
  const lines = text.split('\n').filter((line) => line.startsWith(prefix))
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]))
}

test('all metrics are published, except those without a value', async () => {
  await start({
    // Tuesday evening, two sessions after the newest day.
    services: {
      clock: () => new Date('2026-06-02T22:00:00Z'),
      readDisks: async () => [
        {
          folders: [
            { variable: 'DATA_DIR', path: '/a' },
            { variable: 'SITE_DIR', path: '/b' }
          ],
          freeBytes: 1e9,
          freeShare: 0.25
        }
      ]
    }
  })
  await enqueuePages(api.db, ['/', '/msty'], new Date('2026-06-02T21:59:30Z'))
  const expected = {
    'doubloon_build_info{version="1.2.3"}': 1,
    doubloon_database_up: 1,
    doubloon_renderer_up: 1,
    doubloon_pages_waiting: 2,
    doubloon_pages_oldest_waiting_seconds: 30,
    doubloon_pages_failing: 0,
    doubloon_figures_lag_seconds: 0,
    doubloon_data_age_trading_days: 2,
    doubloon_data_age_seconds: 3 * 86_400 + 22 * 3600,
    doubloon_payments_held: 0,
    doubloon_background_work: 0,
    doubloon_backups_well: 1,
    doubloon_collection_collected_funds: 0,
    doubloon_collection_failed_funds: 0,
    doubloon_collection_stopped: 0,
    'doubloon_disk_free_share{folder="DATA_DIR"}': 0.25,
    'doubloon_disk_free_share{folder="SITE_DIR"}': 0.25
  }
  const text = await read()
  expect(valuesOf(text, 'doubloon_')).toEqual({
    ...valuesOf(text, 'doubloon_http_request'),
    ...expected
  })
  expect(valuesOf(text, 'nodejs_eventloop_lag_p99_seconds')).not.toEqual({})
  expect(valuesOf(text, 'process_resident_memory_bytes')).not.toEqual({})

  const made = { name: 'backup.sqlite', at: '2026-06-02T07:30:00.000Z', bytes: 1, rows: 1 }
  const failed = { at: '2026-06-02T21:00:00.000Z', reason: 'the disk is full.' }
  const changing = (last: LastBackup): LastBackup => ({ ...last, made, failed })
  await writeTransaction(api.db, (trx) => changeLastBackup(trx, new Date(made.at), changing))
  expect(valuesOf(await read(), 'doubloon_backup')).toEqual({
    doubloon_backup_age_seconds: 14.5 * 3600,
    doubloon_backups_well: 0
  })

  const endedAt = '2026-06-02T21:00:00.000Z'
  await writeSourceState(api.db, 'last-collection', { endedAt, collected: 60, failed: 6, isStopped: true })
  expect(valuesOf(await read(), 'doubloon_collection')).toEqual({
    doubloon_collection_timestamp_seconds: Date.parse(endedAt) / 1000,
    doubloon_collection_collected_funds: 60,
    doubloon_collection_failed_funds: 6,
    doubloon_collection_stopped: 1
  })
})

test('while the database does not answer, it is down and its metrics are absent', async () => {
  await start()
  expect(await read()).toMatch(/^doubloon_pages_waiting 0$/m)
  await api.db.schema.alterTable('fund').renameTo('ship').execute()
  const values = valuesOf(await read(), 'doubloon_')
  expect(values).toMatchObject({ doubloon_database_up: 0, doubloon_renderer_up: 1 })
  expect(Object.keys(values).join()).not.toMatch(/waiting|_data_|held|background/)
})

test('a part that hangs delays no response', async () => {
  const hanging = () => new Promise<never>(() => undefined)
  await start({ services: { publisher: { countFailing: () => 3, countWaiting: hanging } } })
  expect(valuesOf(await read(), 'doubloon_')).toMatchObject({
    doubloon_database_up: 0,
    doubloon_pages_failing: 3
  })
})

test('requests are counted by route, never by their address', async () => {
  await start()
  await api.get('/api/blog/posts/first')
  await api.get('/api/blog/posts/second')
  await api.get('/api/no-such-call')
  await api.get('/no-such-page')
  await api.get('/metrics', { 'x-real-ip': '192.0.2.1' })
  const text = await read()
  expect(valuesOf(text, 'doubloon_http_request_duration_seconds_count')).toEqual({
    'doubloon_http_request_duration_seconds_count{route="/api/blog/posts/:slug",method="GET",status="404"}': 2,
    'doubloon_http_request_duration_seconds_count{route="other",method="GET",status="404"}': 2,
    'doubloon_http_request_duration_seconds_count{route="/metrics",method="GET",status="404"}': 1
  })
})

/** Sends headers that fetch() would not. */
function statusFor(headers: Record<string, string>): Promise<number | undefined> {
  const { port } = new URL(api.url)
  return new Promise((resolve, reject) => {
    const call = request({ host: '127.0.0.1', port, path: '/metrics', headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    call.on('error', reject).end()
  })
}

const throughProxy = { 'x-forwarded-for': '192.0.2.1' }
const bearer = `Bearer ${token}`

test('only local callers and those with the token may read metrics', async () => {
  await start()
  const calls: [string, Record<string, string>, number][] = [
    ['from this machine', {}, 200],
    ['to its IPv6 address', { host: '[::1]:4321' }, 200],
    ['for another host', { host: 'doubloon.example' }, 404],
    ['through a proxy', throughProxy, 404],
    ['through a proxy that sends only Via', { via: '1.1 Caddy' }, 404],
    ['from another machine with the token', { ...throughProxy, authorization: bearer }, 200],
    ['from another machine with a wrong token', { ...throughProxy, authorization: `${bearer}x` }, 404]
  ]
  for (const [what, headers, status] of calls)
    expect([what, await statusFor(headers)]).toEqual([what, status])
})

test.each<[string, TestOptions, Record<string, string>]>([
  ['a call through a proxy that is trusted', { trustProxy: 1 }, { 'x-forwarded-for': '127.0.0.1' }],
  ['a site on https without TRUST_PROXY', { siteUrl: 'https://doubloon.example' }, {}],
  ['any token while none is set', { metricsToken: null }, { ...throughProxy, authorization: 'Bearer null' }]
])('%s gives no access', async (_what, options, headers) => {
  await start(options)
  expect(await statusFor(headers)).toBe(404)
})

test('a rejected caller gets the response of an unknown address', async () => {
  await start()
  const [refused, unknown] = [
    await api.get('/metrics', throughProxy),
    await api.get('/nothing', throughProxy)
  ]
  expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body])
})
