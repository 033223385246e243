import { expect, test } from 'vitest'
import { isSupportWelcome, supportPlan } from './support.ts'

test('on a wide screen the first toast appears after a random 60 to 90 s, then every 210 s', () => {
  expect(supportPlan(768, 0)).toEqual({ firstMs: 60_000, everyMs: 210_000 })
  expect(supportPlan(1440, 0.5)).toEqual({ firstMs: 75_000, everyMs: 210_000 })
  expect(supportPlan(1440, 1)).toEqual({ firstMs: 90_000, everyMs: 210_000 })
})

test('on a phone the first toast appears after 150 s, then every 300 s, for any random number', () => {
  expect(supportPlan(767, 0)).toEqual({ firstMs: 150_000, everyMs: 300_000 })
  expect(supportPlan(390, 0.9)).toEqual({ firstMs: 150_000, everyMs: 300_000 })
})

test.each([
  '/admin',
  '/admin/review',
  '/admin-blog',
  '/about',
  '/about/',
  '/blog',
  '/blog/',
  '/blog/what-is-nav'
])('%s never shows the request for support', (path) => {
  expect(isSupportWelcome(path)).toBe(false)
})

test.each(['/', '/msty', '/learn', '/contact', '/aboutx', '/blogger'])(
  '%s may show the request for support',
  (path) => {
    expect(isSupportWelcome(path)).toBe(true)
  }
)
