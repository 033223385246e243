// Shows the same on any database.
import { once } from 'node:events'
import { createServer, request as forward, type Server } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { startApi, type TestApi, type TestOptions } from '../testing/api.ts'
import { storePassword } from '../testing/operator.ts'
import { ensureAdminPassword } from './password.ts'

const right = 'pieces of eight'
const advice = expect.stringContaining('Set TRUST_PROXY')
let api: TestApi
let proxy: Server
let proxyUrl: string

afterEach(async () => {
  proxy.close()
  await api.close()
})

/** Forwards requests to the service and adds the caller's address, which tests send in x-caller-address. */
async function startProxy(header: 'x-forwarded-for' | 'forwarded' = 'x-forwarded-for'): Promise<void> {
  proxy = createServer((request, response) => {
    const address = String(request.headers['x-caller-address'])
    const headers = {
      ...request.headers,
      [header]: header === 'forwarded' ? `for=${address}` : address
    }
    const passed = forward(api.url + request.url, { method: request.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const address = proxy.address()
  proxyUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

async function start(options: TestOptions): Promise<void> {
  api = await startApi({ content: 'tables', siteUrl: 'https://doubloon.example', ...options })
  await storePassword(api.db, right)
  await startProxy()
}

async function tryFrom(address: string, password: string, cookie = '') {
  const response = await fetch(`${proxyUrl}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-caller-address': address, cookie },
    body: JSON.stringify({ password })
  })
  await response.text()
  const device = response.headers.getSetCookie().find((line) => line.includes('doubloon-device='))
  return { status: response.status, device: device?.split(';')[0] ?? '' }
}

/** Makes sure that no wait ends before the test checks it. */
async function makeWaitsLong(): Promise<void> {
  await api.db.updateTable('login_try').set({ wait_ms: 600_000 }).where('wait_ms', '>', 0).execute()
}

/** Guesses until three guesses are refused. */
async function guessFromManyNetworks(): Promise<void> {
  let refused = 0
  for (let i = 0; i < 200 && refused < 3; i += 1) {
    const { status } = await tryFrom(`198.51.100.${i}`, `guess ${i}`)
    if (status === 429) refused += 1
  }
  expect(refused).toBe(3)
  await makeWaitsLong()
}

test('behind a configured proxy, guesses of strangers do not lock out a known device, even after a restart', async () => {
  await start({ trustProxy: 1 })
  const { device } = await tryFrom('203.0.113.1', right)
  expect(device).toMatch(/^__Host-doubloon-device=/)
  await guessFromManyNetworks()
  expect((await tryFrom('203.0.113.99', right)).status).toBe(429)
  expect((await tryFrom('203.0.113.99', right, device)).status).toBe(200)

  const before = await api.db.selectFrom('meta').selectAll().where('key', '=', 'device-key').execute()
  const restarted = await startApi({ content: 'tables', siteUrl: 'https://doubloon.example', trustProxy: 1 })
  await restarted.db.insertInto('meta').values(before).execute()
  await storePassword(restarted.db, right)
  await api.close()
  api = restarted
  await guessFromManyNetworks()
  expect((await tryFrom('203.0.113.99', right, device)).status).toBe(200)
})

test('behind an unconfigured proxy, guesses of strangers delay nobody, and the operator gets in', async () => {
  await start({ trustProxy: false })
  for (let i = 0; i < 6; i += 1) expect((await tryFrom('198.51.100.1', `guess ${i}`)).status).toBe(401)
  const { status, device } = await tryFrom('203.0.113.1', right)
  expect(status).toBe(200)
  await guessFromManyNetworks()
  expect((await tryFrom('203.0.113.1', right, device)).status).toBe(200)
})

test.each(['x-forwarded-for', 'forwarded'] as const)(
  'a %s header from an unconfigured proxy is logged once and makes health degraded',
  async (header) => {
    await start({ trustProxy: false, content: 'figures' })
    proxy.close()
    await startProxy(header)
    expect((await api.get('/api/health')).body).toMatchObject({ status: 'ok' })
    for (let i = 0; i < 3; i += 1) await tryFrom('198.51.100.1', 'guess')
    expect(api.logged.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ msg: advice })])
    expect((await api.get('/api/health')).body).toMatchObject({ status: 'degraded' })
  }
)

test('a site without https needs no proxy, so the header of a stranger is ignored', async () => {
  await start({ trustProxy: false, siteUrl: 'http://localhost:4321' })
  for (let i = 0; i < 5; i += 1) await tryFrom(`198.51.100.${i}`, 'guess')
  await makeWaitsLong()
  expect((await tryFrom('198.51.100.9', 'guess')).status).toBe(429)
  expect(api.logged).toEqual([])
})

test.each([
  ['made up', () => `__Host-doubloon-device=${'A'.repeat(22)}.1780000000.${'A'.repeat(43)}`],
  ['changed', (device: string) => device.replace(/\.\d{10}\./, '.1999999999.')],
  ['without a signature', (device: string) => device.replace(/\.[^.]*$/, '.')]
])('a device cookie that is %s has no effect', async (_what, forge) => {
  await start({ trustProxy: 1 })
  const { device } = await tryFrom('203.0.113.1', right)
  await guessFromManyNetworks()
  expect((await tryFrom('203.0.113.1', right, forge(device))).status).toBe(429)
})

test('a device cookie expires after a year, and when the password changes', async () => {
  let now = new Date('2026-06-01T12:00:00Z')
  await start({ trustProxy: 1, services: { clock: () => now } })
  const { device } = await tryFrom('203.0.113.1', right)
  now = new Date('2027-06-01T12:00:01Z')
  await guessFromManyNetworks()
  expect((await tryFrom('203.0.113.1', right, device)).status).toBe(429)
  now = new Date('2026-06-02T12:00:00Z')
  expect((await tryFrom('203.0.113.1', right, device)).status).toBe(200)
  await ensureAdminPassword(api.db, 'pieces of nine')
  expect((await tryFrom('203.0.113.1', 'pieces of nine', device)).status).toBe(429)
})
