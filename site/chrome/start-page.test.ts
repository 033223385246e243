import { expect, test } from 'vitest'
import { ratePaint } from './start-page.ts'

test.each([
  [0, 'good'],
  [2499.9, 'good'],
  [2500, 'needs-improvement'],
  [3999.9, 'needs-improvement'],
  [4000, 'poor']
])('%d ms is %s', (ms, rating) => {
  expect(ratePaint(ms)).toBe(rating)
})
