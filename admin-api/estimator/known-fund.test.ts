import { expect, test } from 'vitest'
import { addDays } from '../market-days/days.ts'
import { scaleTo, spanOf, usualPayments } from '../market-days/usual-payments.ts'
import { addPayment, type KnownFund, meanLatestYield } from './known-fund.ts'

/** A fund with a constant price of 20 and these payments every seven days. */
function fundAfter(amounts: readonly number[], start = '2025-06-05'): KnownFund {
  const fund: KnownFund = { symbol: 'TEST', family: 'yieldmax-single', payments: [] }
  amounts.forEach((amount, i) => {
    addPayment(fund, { exDate: addDays(start, 7 * i), amount, price: 20 })
  })
  return fund
}

const oneOffs = (fund: KnownFund) =>
  fund.payments.filter(({ isOneOff }) => isOneOff).map(({ amount }) => amount)

test('a single payment far above or below the usual is a one-off', () => {
  expect(oneOffs(fundAfter([0.2, 0.2, 0.2, 0.8, 0.2, 0.01, 0.2]))).toEqual([0.8, 0.01])
})

test('a payment of zero is a one-off, the first one too', () => {
  expect(oneOffs(fundAfter([0, 0.2, 0.2]))).toEqual([0])
})

test('two unusual payments in a row are a new level', () => {
  expect(oneOffs(fundAfter([0.2, 0.2, 0.2, 0.8, 0.8, 0.8]))).toEqual([])
})

test('around the turn of the year two large payments stay one-offs', () => {
  // XDTE paid 0.20957, 1.38027 and 2.05324 on December 18, 24 and 31, 2025, and 0.16207 on January 8.
  const fund = fundAfter([0.2, 0.2, 0.2, 1.38, 2.05, 0.16], '2025-12-04')
  expect(oneOffs(fund)).toEqual([1.38, 2.05])
})

test('a residual payment right after a regular one does not count as a date', () => {
  // MRNY and ULTY, December 2025: four and six days after the payment before.
  const mrny = [
    { exDate: '2025-12-26', amount: 0.3927 },
    { exDate: '2025-12-30', amount: 0.00017 },
    { exDate: '2026-01-02', amount: 0.1601 }
  ]
  const ulty = [
    { exDate: '2025-12-24', amount: 0.5705 },
    { exDate: '2025-12-30', amount: 0.00034 },
    { exDate: '2025-12-31', amount: 0.4866 }
  ]
  expect(usualPayments(mrny).map(({ exDate }) => exDate)).toEqual(['2025-12-26', '2026-01-02'])
  expect(usualPayments(ulty).map(({ exDate }) => exDate)).toEqual(['2025-12-24', '2025-12-31'])
})

test('a small payment on its usual day counts as a date', () => {
  // A dip to 4 % of the week before, and a declared zero.
  const paid = [
    { exDate: '2026-03-18', amount: 0.0824 },
    { exDate: '2026-03-25', amount: 0.0036 },
    { exDate: '2026-04-01', amount: 0 }
  ]
  expect(usualPayments(paid)).toEqual(paid)
})

test('a catch-up payment after 21 days counts a third towards a week', () => {
  const week = { period: 'week', days: 7 } as const
  expect(scaleTo(spanOf(21, 28), week)).toBeCloseTo(1 / 3, 12)
  expect(scaleTo(spanOf(8, 7), week)).toBe(1)
  expect(scaleTo(spanOf(undefined, undefined), week)).toBe(1)
})

test('a payment too small for its gap and right for a week is the first weekly one', () => {
  // Payments like those of FEPI: monthly payments of 1.00, then 0.24 after 35 days.
  const fund = fundAfter([])
  let exDate = '2026-01-21'
  for (const [amount, days] of [
    [1, 0],
    [1, 28],
    [1, 28],
    [1, 28],
    [0.24, 35]
  ] as const) {
    exDate = addDays(exDate, days)
    addPayment(fund, { exDate, amount, price: 40 })
  }
  expect(fund.payments.at(-1)).toMatchObject({ span: { period: 'week', days: 7 }, isOneOff: false })
  // A monthly payment that merely fell by a third stays monthly.
  addPayment(fund, { exDate: addDays(exDate, 28), amount: 0.7, price: 40 })
  expect(fund.payments.at(-1)?.span).toEqual({ period: 'month', days: 28 })
})

test('the mean latest yield leaves out funds that have not paid since the day', () => {
  const recent = fundAfter([0.2, 0.4])
  const old = fundAfter([5, 5], '2024-06-06')
  expect(meanLatestYield([recent, old], '2025-06-10')).toBeCloseTo(0.02, 12)
  expect(meanLatestYield([], '2025-06-10')).toBeUndefined()
})
