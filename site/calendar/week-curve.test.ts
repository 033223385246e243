import { expect, test } from 'vitest'
import { weekCurve } from './week-curve.ts'

test('without payments the curve is flat', () => {
  expect(weekCurve([0, 0], 0)).toBe('M0 34H125C250 34 250 34 375 34H500')
})

test('the maximum of all weeks reaches the top, half of it the middle', () => {
  // 34 for none, 5 for all: 34 - 29 / 2 = 19.5.
  expect(weekCurve([10, 20], 20)).toBe('M0 19.5H125C250 19.5 250 5 375 5H500')
})
