import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '../../http/errors.ts'
import { createLoginThrottle, type LoginCaller, type LoginThrottle } from './login-throttle.ts'

let throttle: LoginThrottle

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout'] })
  throttle = createLoginThrottle()
})
afterEach(() => {
  vi.useRealTimers()
})

function networkAt(address: string): LoginCaller {
  return { device: null, network: address }
}

const ours = networkAt('203.0.113.1')

/** 0 when the try is let through, else the seconds to wait. */
function tryFrom(caller: LoginCaller): number {
  try {
    throttle.begin(caller)
    return 0
  } catch (error) {
    if (error instanceof ApiError) return error.retryAfterSeconds ?? -1
    throw error
  }
}

/** Tries as soon as that is allowed, so often, and returns how long each wait was. */
function tryPatiently(caller: LoginCaller, times: number): number[] {
  return Array.from({ length: times }, () => {
    const wait = tryFrom(caller)
    vi.advanceTimersByTime(wait * 1000)
    if (wait > 0) tryFrom(caller)
    return wait
  })
}

function attackFromManyNetworks(): number[] {
  return Array.from({ length: 60 }, (_, i) => tryPatiently(networkAt(`198.51.100.${i}`), 1)).flat()
}

test('five tries are free, then each waits twice as long as the one before, up to a quarter of an hour', () => {
  expect(tryPatiently(ours, 17)).toEqual([0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
})

test('a try that was refused does not make the wait longer', () => {
  tryPatiently(ours, 8)
  expect([tryFrom(ours), tryFrom(ours)]).toEqual([8, 8])
})

test('networks do not share, and the right password forgives its own', () => {
  tryPatiently(ours, 8)
  expect(tryFrom(networkAt('203.0.113.2'))).toBe(0)
  throttle.succeed(ours)
  expect(tryPatiently(ours, 6)).toEqual([0, 0, 0, 0, 0, 1])
})

test('a try that is taken back costs nothing and forgives nothing', () => {
  tryPatiently(ours, 4)
  for (let i = 0; i < 10; i += 1) {
    expect(tryFrom(ours)).toBe(0)
    throttle.takeBack(ours)
  }
  expect(tryPatiently(ours, 2)).toEqual([0, 1])
})

test('an hour after the latest try all is forgotten, and nothing is kept in memory', () => {
  tryPatiently(ours, 4)
  vi.advanceTimersByTime(3_000_000)
  tryPatiently(ours, 4)
  expect(tryFrom(ours)).toBe(8)
  vi.advanceTimersByTime(3_600_000)
  expect(vi.getTimerCount()).toBe(0)
  expect(tryPatiently(ours, 6)).toEqual([0, 0, 0, 0, 0, 1])
})

test.each([
  ['back', -2],
  ['ahead', 2]
])('a clock that is set %s by two days changes no wait', (_direction, days) => {
  tryPatiently(ours, 9)
  vi.setSystemTime(Date.now() + days * 24 * 60 * 60 * 1000)
  expect(tryFrom(ours)).toBe(16)
  vi.advanceTimersByTime(16_000)
  expect(tryFrom(ours)).toBe(0)
})

test('many networks with few tries each are slowed down together, to one try in half a minute', () => {
  const waits = attackFromManyNetworks()
  expect(waits.slice(0, 50)).toEqual(new Array(50).fill(0))
  expect(waits.slice(50)).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30, 30])
})

test('callers whom a proxy hides are slowed down together, not as one network', () => {
  const hidden = { device: null, network: null }
  expect(tryPatiently(hidden, 53).slice(48)).toEqual([0, 0, 1, 2, 4])
})

test('neither such an attack nor one from its own network keeps a known device out', () => {
  const device = { device: 'ours', network: '203.0.113.1' }
  attackFromManyNetworks()
  tryPatiently(ours, 8)
  expect(tryFrom(networkAt('198.51.100.200'))).toBeGreaterThan(0)
  expect(tryPatiently(device, 6)).toEqual([0, 0, 0, 0, 0, 1])
  expect(tryFrom({ device: 'another', network: '203.0.113.1' })).toBe(0)
})
