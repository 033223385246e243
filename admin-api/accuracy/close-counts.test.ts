import { expect, test } from 'vitest'
import { comparePayments, countClose } from './close-counts.ts'

/** Twelve monthly payments of a year: the first `good` estimates are 10 % off, the others a little more. */
function yearOf(year: number, good: number) {
  return Array.from({ length: 12 }, (_, month) => ({
    symbol: 'MSTY',
    exDate: `${year}-${String(month + 1).padStart(2, '0')}-05`,
    actual: 1,
    errorPercent: month < good ? -10 : 10.1
  }))
}

/** Payments of $1 after one of $1.09 in the first half of a year, of $1.11 in the second. */
const paymentOf = (symbol: string, exDate: string) =>
  symbol === 'MSTY' ? { amount: 1, lastAmount: Number(exDate.slice(5, 7)) <= 6 ? 1.09 : 1.11 } : undefined

test('an estimate within 10 percent of the payment is close, and so is the last amount', () => {
  const counts = countClose(comparePayments(yearOf(2025, 8), paymentOf), () => true)
  expect(counts?.newest).toEqual({ n: 12, close: 8, lastAmount: 6 })
})

test('the bad year is the one with the smallest share, of those with ten payments', () => {
  const scored = [
    ...yearOf(2023, 0).slice(0, 9),
    ...yearOf(2024, 3),
    ...yearOf(2025, 8),
    ...yearOf(2026, 5).slice(0, 10)
  ]
  const counts = countClose(comparePayments(scored, paymentOf), (_, i) => i >= scored.length - 10)
  expect(counts).toEqual({
    newest: { n: 10, close: 5, lastAmount: 6 },
    worst: { year: '2024', n: 12, close: 3, lastAmount: 6 }
  })
})

test('payments without a regular one before them are not compared', () => {
  const others = yearOf(2025, 8).map((estimate) => ({ ...estimate, symbol: 'TSLY' }))
  expect(countClose(comparePayments(others, paymentOf), () => true)).toBeNull()
})
