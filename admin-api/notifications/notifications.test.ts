import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '../testing/api.ts'
import { type PushBrowser, startPushBrowser } from '../testing/push-browser.ts'
import { quickLease } from '../testing/quick-lease.ts'
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
  api = await startApi({ services: { clock: () => now, pushHosts: [browser.host] } })
})
afterEach(async () => {
  await api.close()
  await browser.close()
})

const identity = () => ({ endpoint: browser.endpoint, auth: browser.keys.auth })

async function post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`${api.url}/api/notifications/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body)
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const subscribe = (given: object = {}) =>
  post('subscribe', {
    ...identity(),
    p256dh: browser.keys.p256dh,
    funds: ['msty', 'ULTY'],
    declared: true,
    own_by: true,
    ...given
  })

const runDue = () =>
  createNotifier({ ...api.services, contactEmail: 'ahoy@doubloon.example', leaseTimes: quickLease }).runDue()

const announce = (symbol: string, amount: number, exDate = '2026-06-04') =>
  api.db
    .insertInto('declared_payment')
    .values({
      ...{ symbol, ex_date: exDate, payment_date: null, amount, declared_on: null },
      ...{ source_name: 'Nasdaq', seen_on: '2026-05-29' }
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
      body: 'MSTY $0.1984. Ex-date Thu, Jun 4.',
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

test('a message that a push service rejects is retried on the next run; an ended subscription is removed', async () => {
  await subscribe()
  await announce('MSTY', 0.1984)
  browser.status = 503
  expect(await runDue()).toBe(0)
  browser.status = 201
  expect(await runDue()).toBe(1)
  await announce('ULTY', 0.09)
  browser.status = 410
  expect(await runDue()).toBe(0)
  expect(await post('read', identity())).toMatchObject({ body: { subscription: null } })
})

test('only the browser that subscribed can read and end its subscription, which leaves no rows', async () => {
  await subscribe({ own_by: false })
  const chosen = { funds: ['MSTY', 'ULTY'], declared: true, own_by: false }
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
