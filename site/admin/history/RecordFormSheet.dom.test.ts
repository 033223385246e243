import { expect, test } from 'vitest'
import { dayOf, formatVolatility, volatilityPercentOf } from './RecordFormSheet.tsx'

test('a volatility is shown as percent, or as a fraction if it is too low to be read as percent', () => {
  expect(formatVolatility(0.684321)).toBe('68.4321')
  expect(formatVolatility(0.04)).toBe('0.04')
  expect(formatVolatility(null)).toBe('')
})

test.each([
  ['68.4', 68.4],
  ['0.684', 68.4],
  ['5', 500],
  ['5.01', 5.01],
  ['', null]
])('a volatility typed as %j means %j percent', (text, percent) => {
  expect(volatilityPercentOf(text)).toBe(percent)
})

test('days follow the local time zone', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(dayOf(new Date(2026, 0, 5, 0, 0))).toBe('2026-01-05')
})
