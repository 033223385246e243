import { expect, test } from 'vitest'
import { dollars, percent, signedPercent } from './wording.ts'

test('amounts have four decimals, prices as many as asked', () => {
  expect(dollars(0.2979)).toBe('$0.2979')
  expect(dollars(24.05, 2)).toBe('$24.05')
})

test('fractions are written in percent', () => {
  expect(percent(0.0121, 2)).toBe('1.21 %')
})

test('log ratios are written as signed percent, zero without a sign', () => {
  expect(signedPercent(Math.log(1.24))).toBe('+24 %')
  expect(signedPercent(Math.log(0.82))).toBe('-18 %')
  expect(signedPercent(-0.001)).toBe('0 %')
})
