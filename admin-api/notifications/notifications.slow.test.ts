import type { KyselyPlugin } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { insertRows } from '../platform/database/rows.ts'
import { startApi, type TestApi } from '../testing/api.ts'
import { type PushBrowser, startPushBrowser } from '../testing/push-browser.ts'
import { quickLease } from '../testing/quick-lease.ts'
import type { Subscription } from './notifications.db.ts'
import { createNotifier } from './notifier.ts'
import { isPushService } from './push-service.ts'

// Friday, May 29, 2026 in New York. MSTY's next ex-date is Thursday, June 4, so it has to be owned by Wednesday.
const friday = new Date('2026-05-29T23:00:00Z')
let api: TestApi
let browser: PushBrowser
let now: Date

beforeEach(async () => {
  now = friday
  browser = await startPushBrowser()
  api = await startApi({
    content: ['MSTY', 'CONY', 'NVDY'],
    services: { clock: () => now, pushHosts: [browser.host] }
  })
})
afterEach(async () => {
  await api.close()
  await browser.close()
})

const identity = () => ({ endpoint: browser.endpoint, auth: browser.keys.auth })

async function post(
  path: string,
  body: object,
  headers: Record<string, string> = {}
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${api.url}/api/notifications/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body)
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const subscribe = (given: object = {}, headers: Record<string, string> = {}) =>
  post(
    'subscribe',
    {
      ...identity(),
      p256dh: browser.keys.p256dh,
      funds: ['msty', 'ULTY'],
      declared: true,
      own_by: true,
      ...given
    },
    headers
  )

const runDue = (db = api.db, leaseTimes = quickLease) =>
  createNotifier({
    ...api.services,
    db,
    contactEmail: 'ahoy@doubloon.example',
    leaseTimes
  }).runDue()

const minutesLater = (minutes: number) => new Date(now.getTime() + minutes * 60_000)

/** Stores subscriptions of other browsers at the same push service: http://host/push/a, b, c ... */
async function storeSubscriptions(
  names: readonly string[],
  changes: Partial<Subscription> = {}
): Promise<void> {
  await insertRows(
    api.db,
    'push_subscription',
    names.map((name) => ({
      endpoint: endpointOf(name),
      ...browser.keys,
      funds: 'MSTY',
      wants_declared: 1,
      wants_own_by: 1,
      created_at: '2026-05-01T12:00:00.000Z',
      failures: 0,
      failed_at: null,
      ...changes
    }))
  )
}

const endpointOf = (name: string) => `http://${browser.host}/push/${name}`

/** Days with failures by endpoint. */
async function readFailures(): Promise<Record<string, number>> {
  const rows = await api.db.selectFrom('push_subscription').select(['endpoint', 'failures']).execute()
  return Object.fromEntries(rows.map(({ endpoint, failures }) => [endpoint, failures]))
}

const announce = (symbol: string, amount: number, exDate = '2026-06-04') =>
  api.db
    .insertInto('declared_payment')
    .values({
      symbol,
      ex_date: exDate,
      payment_date: null,
      amount,
      declared_on: null,
      source_name: 'Nasdaq',
      seen_on: '2026-05-29'
    })
    .execute()

test('an announcement of a chosen fund reaches the browser once, encrypted and signed, across restarts and instances', async () => {
  await announce('ULTY', 0.09)
  expect(await subscribe()).toMatchObject({ status: 200, body: { funds: ['MSTY', 'ULTY'] } })
  // Payments announced before are not sent.
  expect(await runDue()).toBe(0)
  await announce('MSTY', 0.1984)
  await announce('CONY', 0.3)
  // Two instances at once, and each time a new process.
  expect((await Promise.all([runDue(), runDue()])).toSorted()).toEqual([0, 1])
  expect(await runDue()).toBe(0)
  expect(browser.received).toEqual([
    {
      title: 'Payment announced',
      // $0.2979 was paid on May 28.
      body: 'MSTY $0.1984 (−33.4%). Ex-date Thu, Jun 4.',
      tag: 'declared 2026-06-04',
      path: '/msty'
    }
  ])
  const { public_key } = (await (await fetch(`${api.url}/api/notifications/key`)).json()) as {
    public_key: string
  }
  expect(browser.authorizations[0]).toMatch(/^vapid t=[\w.-]+, k=/)
  expect(browser.authorizations[0]).toContain(`k=${public_key}`)
})

test('own-by dates are announced on the morning of the session before, once, in one message', async () => {
  await subscribe({ declared: false })
  await api.db
    .updateTable('estimate')
    .set({ next_ex_date: '2026-06-04' })
    .where('symbol', 'in', ['MSTY', 'ULTY'])
    .execute()
  now = new Date('2026-06-02T12:30:00Z')
  expect(await runDue()).toBe(0)
  now = new Date('2026-06-02T13:30:00Z')
  expect(await runDue()).toBe(1)
  now = new Date('2026-06-02T20:30:00Z')
  expect(await runDue()).toBe(0)
  expect(browser.received).toEqual([
    {
      title: 'Own by the close on Wed, Jun 3',
      body: 'For the next payment of MSTY, ULTY.',
      tag: 'own-by 2026-06-03',
      path: '/calendar?funds=mine'
    }
  ])
})

test('a message that a push service rejects is sent again after 15 minutes; an ended subscription is removed', async () => {
  await subscribe()
  await announce('MSTY', 0.1984)
  browser.status = 503
  expect(await runDue()).toBe(0)
  now = minutesLater(1)
  expect(await runDue()).toBe(0)
  expect(browser.authorizations).toHaveLength(1)
  browser.status = 201
  now = minutesLater(15)
  expect(await runDue()).toBe(1)
  await announce('ULTY', 0.09)
  browser.status = 410
  expect(await runDue()).toBe(0)
  expect(await post('read', identity())).toMatchObject({ body: { subscription: null } })
})

test('a key that is no point of the curve is refused, and stops nobody if it is stored already', async () => {
  const badKey = 'A'.repeat(87)
  expect(await subscribe({ p256dh: badKey })).toMatchObject({
    status: 400,
    body: {
      message:
        "The key of this browser isn't valid: p256dh must be a point on the P-256 curve. Please turn notifications on again."
    }
  })
  await storeSubscriptions(['bad'], { p256dh: badKey })
  await subscribe()
  await announce('MSTY', 0.1984)
  expect(await runDue()).toBe(1)
  expect(browser.received).toHaveLength(1)
  expect(await readFailures()).toEqual({ [browser.endpoint]: 0, [endpointOf('bad')]: 1 })
})

test('a subscription that fails on 14 days, while others of its push service do not, is deleted', async () => {
  // More than are sent at a time, so that some are accepted before the one that fails, which comes last.
  await storeSubscriptions(Array.from({ length: 11 }, (_, i) => `accepted-${i}`))
  await storeSubscriptions(['rejected'], { failures: 11, failed_at: '2026-05-31T12:00:00.000Z' })
  browser.statusAt.set(endpointOf('rejected'), 400)
  for (const day of [1, 2, 3]) {
    await announce('MSTY', 0.1984, `2026-07-${day + 10}`)
    // Two attempts a day count once.
    for (const minutes of [0, 20]) {
      now = new Date(Date.UTC(2026, 5, day, 14, minutes))
      await runDue()
      const failures = await readFailures()
      expect(failures[endpointOf('rejected')]).toBe(day < 3 ? 11 + day : undefined)
    }
  }
  expect(Object.values(await readFailures())).toEqual(Array(11).fill(0))
})

test('a push service that is out for two weeks costs no subscription, and gets few messages meanwhile', async () => {
  const names = Array.from({ length: 11 }, (_, i) => `browser-${i}`)
  await storeSubscriptions(names, { failures: 12, failed_at: '2026-05-31T12:00:00.000Z' })
  await announce('MSTY', 0.1984, '2026-06-30')
  browser.status = 503
  for (const day of [1, 2, 3, 4]) {
    now = new Date(Date.UTC(2026, 5, day, 14))
    await runDue()
  }
  expect(browser.authorizations.length).toBeLessThanOrEqual(4 * 10)
  const failures = Object.values(await readFailures())
  expect(failures).toHaveLength(11)
  expect(Math.max(...failures)).toBeGreaterThan(14)
  browser.status = 201
  now = minutesLater(24 * 60)
  expect(await runDue()).toBe(11)
})

test('failing subscriptions keep no other waiting', async () => {
  now = new Date('2026-06-01T12:00:00Z')
  const failing = Array.from({ length: 40 }, (_, i) => `failing-${i}`)
  for (const name of failing) browser.statusAt.set(endpointOf(name), 400)
  await storeSubscriptions(failing, { failed_at: '2026-05-29T12:00:00.000Z' })
  await storeSubscriptions(['other'], { created_at: '2026-05-29T12:00:00.000Z' })
  await announce('MSTY', 0.1984)
  expect(await runDue()).toBe(1)
})

test('a run reads the news once, however many subscriptions there are, and lets requests through', async () => {
  await storeSubscriptions(
    Array.from({ length: 1000 }, (_, i) => `browser-${i}`),
    { wants_declared: 0, wants_own_by: 0 }
  )
  await announce('MSTY', 0.1984)
  let statements = 0
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => {
      statements += 1
      return node
    },
    transformResult: async ({ result }) => result
  }
  let turns = 0
  let isRunning = true
  const countTurns = () => {
    turns += 1
    if (isRunning) setImmediate(countTurns)
  }
  setImmediate(countTurns)
  // A renewal of the lease would count, too.
  const longLease = { lengthMs: 600_000, renewEveryMs: 300_000 }
  expect(await runDue(api.db.withPlugin(counting), longLease)).toBe(0)
  isRunning = false
  // One for ten subscriptions at a time, and about a dozen of the run.
  expect(statements).toBeLessThan(120)
  expect(turns).toBeGreaterThanOrEqual(100)
})

test('300 new subscriptions of others in a minute close notifications for nobody', async () => {
  const names = Array.from({ length: 300 }, (_, i) => `browser-${i}`)
  await storeSubscriptions(names, { created_at: minutesLater(-1).toISOString() })
  const addFrom = (from: string) => subscribe({ endpoint: endpointOf(from) }, { 'x-forwarded-for': from })
  expect((await addFrom('203.0.113.9')).status).toBe(200)
})

test('only the browser that subscribed can read and end its subscription, which leaves no rows', async () => {
  await subscribe({ own_by: false })
  const chosen = { funds: ['MSTY', 'ULTY'], declared: true, own_by: false, notices: false }
  expect((await post('read', identity())).body).toEqual({ subscription: chosen })
  const otherBrowser = { ...identity(), auth: 'AAAAAAAAAAAAAAAAAAAAAA' }
  expect((await post('read', otherBrowser)).body).toEqual({ subscription: null })
  expect((await subscribe({ auth: otherBrowser.auth })).status).toBe(409)
  await post('end', otherBrowser)
  expect((await post('read', identity())).body).toEqual({ subscription: chosen })
  await post('end', identity())
  expect(await api.db.selectFrom('push_subscription').selectAll().execute()).toEqual([])
  expect(await api.db.selectFrom('push_sent').selectAll().execute()).toEqual([])
})

test('funds, their number, the kinds and the address are checked', async () => {
  const many = Array.from({ length: 101 }, (_, i) => `A${String.fromCharCode(65 + (i % 26))}`)
  const refusals: [object, number, string][] = [
    [{ funds: many }, 400, 'Choose at most 100 funds.'],
    [{ funds: [] }, 400, 'Choose at least one fund.'],
    [{ funds: ['NOFND'] }, 404, 'NOFND is not one of our funds.'],
    [{ declared: false, own_by: false }, 400, 'Choose at least one kind of notification.'],
    [{ p256dh: 'short' }, 400, 'p256dh is not a key of a browser'],
    [
      { endpoint: 'http://169.254.169.254/latest' },
      400,
      'Notifications are sent to the push services of browsers only.'
    ]
  ]
  for (const [given, status, message] of refusals)
    expect(await subscribe(given)).toMatchObject({ status, body: { message } })
})

const addresses: [endpoint: string, isPushService: boolean][] = [
  ['https://fcm.googleapis.com/fcm/send/abc', true],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', true],
  ['https://web.push.apple.com/abc', true],
  ['https://db5p.notify.windows.com/w/?token=abc', true],
  ['http://fcm.googleapis.com/fcm/send/abc', false],
  ['https://fcm.googleapis.com.evil.example/abc', false],
  ['https://user@fcm.googleapis.com/abc', false],
  ['https://fcm.googleapis.com:8443/abc', false],
  ['https://localhost/abc', false]
]

test('only addresses of the known push services are accepted', () => {
  for (const [endpoint, expected] of addresses)
    expect.soft(isPushService(endpoint, []), endpoint).toBe(expected)
})
