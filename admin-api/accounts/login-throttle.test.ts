// Shows the same on any database.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { networkOf } from '../platform/http/client-address.ts'
import { ApiError } from '../platform/http/errors.ts'
import { startApi } from '../testing/api.ts'
import { forEachTest } from '../testing/fixtures.ts'
import { createLoginThrottle, type LoginCaller, type LoginThrottle } from './login-throttle.ts'

/** Current time of the database. */
let time: number
let throttle: LoginThrottle
/** Throttle of another process on the same database. */
let other: LoginThrottle

const api = forEachTest(() => startApi({ content: 'tables' }))
beforeEach(async () => {
  time = Date.parse('2026-06-01T12:00:00Z')
  const now = () => sql<number>`cast(${time} as double precision)`
  throttle = createLoginThrottle(api.db, now)
  other = createLoginThrottle(api.db, now)
})

function networkAt(address: string): LoginCaller {
  return { device: null, network: address }
}

const ours = networkAt('203.0.113.1')

/** Returns 0 if the attempt is allowed, else the seconds to wait. */
async function tryFrom(caller: LoginCaller, through = throttle): Promise<number> {
  try {
    await through.begin(caller)
    return 0
  } catch (error) {
    if (error instanceof ApiError) return error.retryAfterSeconds ?? -1
    throw error
  }
}

/** Tries this often, each time as soon as it is allowed, and returns how long each wait was. */
async function tryPatiently(caller: LoginCaller, times: number): Promise<number[]> {
  const waits: number[] = []
  for (let i = 0; i < times; i += 1) {
    const wait = await tryFrom(caller)
    time += wait * 1000
    if (wait > 0) await tryFrom(caller)
    waits.push(wait)
  }
  return waits
}

async function attackFromManyNetworks(): Promise<number[]> {
  const waits: number[] = []
  for (let i = 0; i < 60; i += 1) waits.push(...(await tryPatiently(networkAt(`198.51.100.${i}`), 1)))
  return waits
}

test('five attempts are free, then each wait is twice as long, up to 15 minutes', async () => {
  expect(await tryPatiently(ours, 17)).toEqual([
    0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900
  ])
})

test('a refused attempt does not make the wait longer', async () => {
  await tryPatiently(ours, 8)
  expect([await tryFrom(ours), await tryFrom(ours)]).toEqual([8, 8])
})

test('networks are counted separately, and the right password resets its own count', async () => {
  await tryPatiently(ours, 8)
  expect(await tryFrom(networkAt('203.0.113.2'))).toBe(0)
  await throttle.succeed(ours)
  expect(await tryPatiently(ours, 6)).toEqual([0, 0, 0, 0, 0, 1])
})

test('an attempt with the right password and no code counts for its network, not for all strangers', async () => {
  for (let i = 0; i < 60; i += 1) {
    const network = networkAt(`198.51.100.${i}`)
    expect(await tryFrom(network)).toBe(0)
    await throttle.spareOthers(network)
  }
  for (let i = 0; i < 5; i += 1) {
    expect(await tryFrom(ours)).toBe(0)
    await throttle.spareOthers(ours)
  }
  expect(await tryFrom(ours)).toBe(1)
})

test('an hour after the latest attempt the count is deleted and starts again', async () => {
  await tryPatiently(ours, 4)
  time += 3_000_000
  await tryPatiently(ours, 4)
  expect(await tryFrom(ours)).toBe(8)
  time += 3_600_000
  expect(await tryFrom(networkAt('203.0.113.2'))).toBe(0)
  const rows = await api.db.selectFrom('login_try').select('caller').orderBy('caller').execute()
  expect(rows.map(({ caller }) => caller)).toEqual(['all', 'network 203.0.113.2'])
  expect(await tryPatiently(ours, 6)).toEqual([0, 0, 0, 0, 0, 1])
})

test('when the database clock is set back by two days, nobody waits for two days', async () => {
  await tryPatiently(ours, 9)
  time -= 2 * 24 * 60 * 60 * 1000
  expect(await tryFrom(ours)).toBe(0)
})

test('at most five of twelve concurrent attempts through two processes are allowed', async () => {
  const waits = await Promise.all(
    Array.from({ length: 12 }, (_, i) => tryFrom(ours, i % 2 ? throttle : other))
  )
  expect(waits.filter((wait) => wait === 0)).toHaveLength(5)
  expect(await tryFrom(ours)).toBe(1)
})

test('many networks with few attempts each are slowed down together, to one attempt in 30 seconds', async () => {
  const waits = await attackFromManyNetworks()
  expect(waits.slice(0, 50)).toEqual(new Array(50).fill(0))
  expect(waits.slice(50)).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30, 30])
})

test('callers hidden by a proxy are slowed down together, not as one network', async () => {
  const hidden = { device: null, network: null }
  expect((await tryPatiently(hidden, 53)).slice(48)).toEqual([0, 0, 1, 2, 4])
})

test('an attack from many networks does not lock out callers on the machine itself', async () => {
  await attackFromManyNetworks()
  for (const address of ['127.0.0.1', '::1'])
    expect(await tryPatiently(networkAt(networkOf(address)), 6)).toEqual([0, 0, 0, 0, 0, 1])
})

test('neither an attack from many networks nor one from its own network locks out a known device', async () => {
  const device = { device: 'ours', network: '203.0.113.1' }
  await attackFromManyNetworks()
  await tryPatiently(ours, 8)
  expect(await tryFrom(networkAt('198.51.100.200'))).toBeGreaterThan(0)
  expect(await tryPatiently(device, 6)).toEqual([0, 0, 0, 0, 0, 1])
  expect(await tryFrom({ device: 'another', network: '203.0.113.1' })).toBe(0)
})
