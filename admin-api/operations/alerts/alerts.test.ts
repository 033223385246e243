import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeSourceFault } from '../../collection/source-state.db.ts'
import { closeServer } from '../../platform/http/listen.ts'
import { startApi } from '../../testing/api.ts'
import { makeMarket } from '../../testing/fake-market.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { makeClose, makeFund } from '../../testing/make.ts'
import { checkInstance, runHealthChecks } from '../health/health-checks.ts'
import { type Alerts, createAlerts } from './alerts.ts'

/** Tuesday evening in New York; the data ends with the session before. */
let now = new Date('2026-06-02T22:00:00Z')
let webhook: Server
let calls: { type: string | undefined; body: Record<string, string> }[]
/** Status that the webhook returns. */
let status: number

beforeEach(async () => {
  now = new Date('2026-06-02T22:00:00Z')
  calls = []
  status = 200
  webhook = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    calls.push({
      type: request.headers['content-type'],
      body: JSON.parse(Buffer.concat(chunks).toString())
    })
    // A redirect leads here again, where every call would succeed.
    const code = request.url === '/elsewhere' ? 200 : status
    response.writeHead(code, { location: '/elsewhere' }).end('taken')
  })
  await new Promise<void>((resolve) => webhook.listen(0, '127.0.0.1', resolve))
})
const api = forEachTest(() =>
  startApi({
    content: 'tables',
    services: { market: makeMarket({}, 'Yahoo'), clock: () => now }
  })
)
beforeEach(async () => {
  await api.db.insertInto('fund').values(makeFund()).execute()
  await api.db
    .insertInto('price')
    .values(makeClose({ date: '2026-06-02' }))
    .execute()
})
afterEach(async () => {
  webhook.closeAllConnections()
  await closeServer(webhook)
})

/** Alerts of a process that has just started. */
function open(): Alerts {
  const { port } = webhook.address() as AddressInfo
  const { db, log } = api.services
  return createAlerts({ db, log, clock: () => now }, `http://127.0.0.1:${port}/secret-topic`)
}

const titles = () => calls.map(({ body }) => body['title'])

test('an outage and its end are reported once each, also across a restart', async () => {
  const alerts = open()
  const check = (current = alerts) => runHealthChecks({ ...api.services, alerts: current })
  await check()
  expect(calls).toEqual([])
  await writeSourceFault(api.db, 'Yahoo refuses requests.')
  await check()
  await check()
  // A different reason continues the outage.
  await writeSourceFault(api.db, 'Yahoo can not be reached.')
  await check(open())
  const message = 'Yahoo: data through June 2, 2026, the last session. Yahoo refuses requests.'
  const title = 'Doubloon: market data failing'
  const both = `${title}\n${message}`
  expect(calls).toEqual([{ type: 'application/json', body: { title, message, text: both, content: both } }])
  await writeSourceFault(api.db, null)
  now = new Date('2026-06-02T23:30:00Z')
  await check(open())
  await check(open())
  expect(titles()).toEqual([title, 'Doubloon: market data recovered'])
  expect(calls[1]?.body['message']).toMatch(
    /^Resolved at 2026-06-02 23:30 UTC, began at 2026-06-02 22:00 UTC: .*can not be reached\.$/
  )
  expect(await api.db.selectFrom('outage').selectAll().execute()).toEqual([])
})

test('a failing webhook is retried after growing pauses, and its URL is not logged', async () => {
  const alerts = open()
  status = 500
  await alerts.report('backups', 'The last backup failed.')
  const minutes: number[] = []
  for (let minute = 0; minute < 20; minute += 1) {
    now = new Date(Date.parse('2026-06-02T22:00:00Z') + minute * 60_000)
    const before = calls.length
    await alerts.deliver()
    if (calls.length > before) minutes.push(minute)
  }
  expect(minutes).toEqual([0, 1, 3, 7, 15])
  expect(api.logged.join()).toContain('the webhook answered 500')
  expect(api.logged.join()).not.toContain('secret-topic')
  status = 204
  now = new Date('2026-06-03T00:00:00Z')
  await alerts.deliver()
  await alerts.deliver()
  expect(calls).toHaveLength(6)
})

test.each([301, 302, 303, 307, 308])(
  'a webhook that redirects with %i has failed, and its target gets nothing',
  async (code) => {
    status = code
    const alerts = open()
    await alerts.report('backups', 'The last backup failed.')
    await alerts.deliver()
    expect(calls).toHaveLength(1)
    expect(api.logged.join()).toContain(
      `the webhook redirects (${code}): ALERT_URL must name the address itself`
    )
    status = 200
    now = new Date('2026-06-02T22:01:00Z')
    await alerts.deliver()
    expect(titles()).toEqual(Array(2).fill('Doubloon: backups failing'))
  }
)

test('while the database can not be reached its outage is reported, and later its end', async () => {
  const alerts = open()
  let isAway = true
  const publisher = {
    countFailing: () => 0,
    countWaiting: async () => {
      if (isAway) throw Object.assign(new Error('away'), { code: 'DATABASE_AWAY' })
      return { waiting: 0, late: 0, since: null }
    }
  }
  const check = () => checkInstance({ ...api.services, publisher, alerts, instanceName: 'web-1-4321' })
  status = 500
  await check()
  status = 200
  await check()
  now = new Date('2026-06-02T22:01:00Z')
  await check()
  await check()
  isAway = false
  await check()
  await check()
  const failing = 'Doubloon: database of web 1 4321 failing'
  expect(titles()).toEqual([failing, failing, 'Doubloon: database of web 1 4321 recovered'])
  expect(calls[0]?.body['message']).toMatch(/^On web-1-4321: The database can't be reached:/)
})

test('an unreachable webhook is logged and causes no error', async () => {
  const { db, log } = api.services
  const alerts = createAlerts({ db, log, clock: () => now }, 'http://127.0.0.1:9/')
  await alerts.report('backups', 'The last backup failed.')
  await alerts.deliver()
  expect(api.logged.join()).toContain('an alert could not be delivered')
})

test('an outage that ends before it was reported is dropped', async () => {
  const alerts = open()
  await alerts.report('backups', 'The last backup failed.')
  await alerts.report('backups', null)
  await alerts.deliver()
  expect(calls).toEqual([])
})

test('each part is reported separately', async () => {
  const alerts = open()
  await alerts.report('backups', 'The last backup failed.')
  await alerts.report('market-data', 'Yahoo refuses requests.')
  await alerts.deliver()
  expect(titles()).toEqual(['Doubloon: backups failing', 'Doubloon: market data failing'])
})

test('without a webhook an outage is stored for a later one', async () => {
  await api.services.alerts.report('backups', 'The last backup failed.')
  await api.services.alerts.deliver()
  await open().deliver()
  expect(titles()).toEqual(['Doubloon: backups failing'])
})
