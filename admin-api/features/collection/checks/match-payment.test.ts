import { expect, test } from 'vitest'
import { findStoredPayment, isSameAmount } from './match-payment.ts'

const may21 = { exDate: '2026-05-21', payDate: '2026-05-22', amount: 0.25 }
const may28 = { exDate: '2026-05-28', payDate: '2026-05-29', amount: 0.3 }
const stored = [may21, may28]

function find(exDate: string, payDate: string | null = null, alsoTold: string[] = []) {
  const told = [exDate, ...alsoTold].map((day) => ({ exDate: day, payDate: null, amount: 0.3 }))
  return findStoredPayment({ exDate, payDate, amount: 0.3 }, stored, told)
}

test('a payment is known by its ex-date, by its pay date, or by an ex-date a few days beside', () => {
  expect(find('2026-05-28')).toBe(may28)
  expect(find('2026-05-20', '2026-05-22')).toBe(may21)
  expect(find('2026-05-27')).toBe(may28)
  expect(find('2026-05-26')).toBe(may28)
})

test('a week later it is another one', () => {
  expect(find('2026-06-04')).toBeUndefined()
})

test('one beside a stored payment that is told as well is another one', () => {
  expect(find('2026-05-27', null, ['2026-05-28'])).toBeUndefined()
})

test('amounts are the same within half a percent or the fourth decimal', () => {
  expect(isSameAmount(0.3014, 0.3)).toBe(true)
  expect(isSameAmount(0.302, 0.3)).toBe(false)
  expect(isSameAmount(0.00038, 0.0003)).toBe(true)
  expect(isSameAmount(0, 0.3)).toBe(false)
})
