import { expect, test } from 'vitest'
import { makeDataPayment, makeFundData } from '../../testing/make-fund-data.ts'
import {
  compareExDays,
  compareMonths,
  correlate,
  payVariability,
  summarizeYear,
  tradeExDates
} from './real-figures.ts'

const paidOn = (payments: Record<string, number>) => ({
  payments: Object.entries(payments).map(([day, amount]) => makeDataPayment(day, amount))
})

test('an ex-date is compared with the close before it, and with the other days', () => {
  const fund = makeFundData(
    'ABCY',
    { '2026-01-05': 20, '2026-01-06': 19, '2026-01-07': 19, '2026-01-08': 18.05, '2026-01-09': 19 },
    paidOn({ '2026-01-06': 1, '2026-01-08': 0.5 })
  )
  // 1 / 20 and 0.5 / 19; -5 % twice; 0 % and 19 / 18.05.
  expect(compareExDays(fund, '2026-01-05')).toEqual({
    count: 2,
    paid: expect.closeTo((0.05 + 0.5 / 19) / 2, 12),
    change: expect.closeTo(-0.05, 12),
    otherChange: expect.closeTo((0 + 19 / 18.05 - 1) / 2, 12)
  })
  // Bought at 20 and 19, sold at 19 and 18.05.
  expect(tradeExDates(fund, '2026-01-05')).toEqual({
    symbol: 'ABCY',
    trades: 2,
    received: 1.5,
    priceChange: expect.closeTo(-1.95, 12),
    result: expect.closeTo(-0.45, 12)
  })
  expect(tradeExDates(fund, '2026-01-08').trades).toBe(0)
})

test('a year divides payments by the price at its start, the trailing yield by the price at its end', () => {
  const fund = makeFundData(
    'ABCY',
    { '2025-01-08': 20, '2025-07-01': 15, '2026-01-08': 10 },
    paidOn({ '2025-01-02': 5, '2025-07-01': 4 })
  )
  expect(summarizeYear(fund)).toMatchObject({
    from: '2025-01-08',
    to: '2026-01-08',
    paid: expect.closeTo(0.2, 12),
    price: -0.5,
    kept: expect.closeTo(-0.3, 12),
    rate: null,
    trailing: expect.closeTo(0.4, 12)
  })
  expect(summarizeYear(makeFundData('NEWY', { '2026-01-02': 20, '2026-01-08': 10 }))).toBeNull()
})

test('half of the payments differ from the median by more than the variability', () => {
  const fund = makeFundData(
    'ABCY',
    {},
    paidOn({ '2025-01-02': 9, '2026-01-02': 1, '2026-01-09': 2, '2026-01-16': 3 })
  )
  expect(payVariability(fund, '2025-12-31')).toBe(0.5)
})

test('whole months are compared with the underlying, payments reinvested; the newest is left out', () => {
  const fund = makeFundData(
    'ABCY',
    { '2026-01-30': 10, '2026-02-20': 8, '2026-02-27': 8, '2026-03-31': 8, '2026-04-01': 8 },
    paidOn({ '2026-02-20': 2 })
  )
  const underlying = ['2026-01-30', '2026-02-27', '2026-03-31'].map((date, i) => ({
    date,
    close: 100 * 1.5 ** i
  }))
  // 2 buys a quarter of a share at 8: 1.25 x 8 are 10 again.
  expect(compareMonths(fund, underlying)).toEqual([
    { month: '2026-02', fund: expect.closeTo(0, 12), underlying: 0.5 },
    { month: '2026-03', fund: expect.closeTo(0, 12), underlying: expect.closeTo(0.5, 12) }
  ])
})

test('correlation is that of the weeks which both have', () => {
  const of = (values: number[]) => new Map(values.map((value, i) => [String(i), value]))
  expect(correlate(of([1, 2, 3]), of([2, 4, 6, 99]))).toBeCloseTo(1, 12)
  expect(correlate(of([1, 2, 3]), of([3, 2, 1]))).toBeCloseTo(-1, 12)
  // R: cor(c(1, 2, 3, 4), c(1, 3, 2, 4)) = 0.8
  expect(correlate(of([1, 2, 3, 4]), of([1, 3, 2, 4]))).toBeCloseTo(0.8, 12)
})
