import { beforeEach, expect, test } from 'vitest'
import { ApiError } from '../../http/errors.ts'
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts'

let throttle: LoginThrottle
let seconds: number

beforeEach(() => {
  seconds = 0
  throttle = createLoginThrottle(() => new Date(seconds * 1000))
})

/** 0 when the try is let through, else how long to wait. */
function tryFrom(ip: string): number {
  try {
    throttle.begin(ip)
    return 0
  } catch (error) {
    if (error instanceof ApiError) return error.retryAfterSeconds ?? -1
    throw error
  }
}

/** Tries as soon as that is allowed, so often, and returns how long each wait was. */
function tryPatiently(ip: string, times: number): number[] {
  return Array.from({ length: times }, () => {
    const wait = tryFrom(ip)
    seconds += wait
    if (wait > 0) tryFrom(ip)
    return wait
  })
}

test('five tries are free, then each waits twice as long as the one before, up to a quarter of an hour', () => {
  expect(tryPatiently('203.0.113.1', 17)).toEqual([
    0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900
  ])
})

test('a try that was refused does not make the wait longer', () => {
  tryPatiently('203.0.113.1', 8)
  expect([tryFrom('203.0.113.1'), tryFrom('203.0.113.1')]).toEqual([8, 8])
})

test('all addresses of one IPv6 network are one, and networks do not share', () => {
  for (let i = 0; i < 5; i += 1) tryFrom(`2001:db8:1:2::${i}`)
  expect(tryFrom('2001:db8:1:2:ffff::1')).toBe(1)
  expect(tryFrom('2001:db8:1:3::1')).toBe(0)
})

test('the right password forgives its network', () => {
  tryPatiently('203.0.113.1', 8)
  throttle.succeed('203.0.113.1')
  expect(tryPatiently('203.0.113.1', 6)).toEqual([0, 0, 0, 0, 0, 1])
})

test('after an hour without a try all is forgotten', () => {
  tryPatiently('203.0.113.1', 8)
  seconds += 3601
  expect(tryPatiently('203.0.113.1', 6)).toEqual([0, 0, 0, 0, 0, 1])
})

test('many networks with few tries each are slowed down together, to one try in half a minute', () => {
  const waits = Array.from({ length: 60 }, (_, i) => tryPatiently(`198.51.100.${i}`, 1)[0])
  expect(waits.slice(0, 50)).toEqual(new Array(50).fill(0))
  expect(waits.slice(50)).toEqual([1, 2, 4, 8, 16, 30, 30, 30, 30, 30])
})

test('such an attack keeps nobody out whose network once knew the password', () => {
  tryFrom('203.0.113.1')
  throttle.succeed('203.0.113.1')
  for (let i = 0; i < 60; i += 1) tryPatiently(`198.51.100.${i}`, 1)
  expect(tryFrom('198.51.100.200')).toBe(30)
  expect(tryPatiently('203.0.113.1', 6)).toEqual([0, 0, 0, 0, 0, 1])
})
