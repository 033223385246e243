import { expect, test } from 'vitest'
import { dollars, percent, percentValue } from './format-numbers.ts'

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
