import { expect, test } from 'vitest'
import { dollars, percent, percentValue, signedPercent } from './format-numbers.ts'

test('amounts have four decimals, prices as many as requested', () => {
  expect(dollars(0.2979)).toBe('$0.2979')
  expect(dollars(24.05, 2)).toBe('$24.05')
  expect(dollars(-1234.5, 2)).toBe('−$1,234.50')
})

test('fractions and percents have the same format, with a real minus sign', () => {
  expect(percent(0.0121, 2)).toBe('1.21%')
  expect(percent(-0.415, 1)).toBe('−41.5%')
  expect(percentValue(-41.5, 1)).toBe('−41.5%')
})

test('log ratios become signed percent, zero without a sign', () => {
  expect(signedPercent(Math.log(1.24))).toBe('+24%')
  expect(signedPercent(Math.log(0.82))).toBe('−18%')
  expect(signedPercent(-0.001)).toBe('0%')
  expect(signedPercent(0.001)).toBe('0%')
})
