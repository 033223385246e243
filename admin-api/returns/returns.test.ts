import { expect, test } from 'vitest'
import { growthSince, maxDrawdown, summarizeReturn } from './growth.ts'
import { holdingSince, yieldOnCost } from './holding.ts'
import { annualize, xirr } from './yearly-rate.ts'

const history = {
  closes: [
    { date: '2026-01-05', close: 10 },
    { date: '2026-01-06', close: 8 },
    { date: '2026-01-07', close: 8 },
    { date: '2026-01-09', close: 5 }
  ],
  payments: [
    { exDate: '2026-01-05', payDate: '2026-01-06', amount: 3 },
    { exDate: '2026-01-06', payDate: '2026-01-07', amount: 1 },
    { exDate: '2026-01-07', payDate: '2026-01-08', amount: 1 },
    { exDate: '2026-01-12', payDate: '2026-01-13', amount: 1 }
  ]
}

test('growth by price, with distributions as cash, and with shares bought on the pay date', () => {
  // By hand for one share at 10: on the 6th it goes ex 1; on the 7th that buys 1/8 share at 8, and 1 share goes ex 1.
  // The second is paid on the 8th, which has no close, so it buys 1/5 share at 5 on the 9th.
  expect(growthSince(history, '2026-01-03')).toEqual([
    { date: '2026-01-05', price: 1, withDistributions: 1, reinvested: 1 },
    { date: '2026-01-06', price: 0.8, withDistributions: 0.9, reinvested: 0.9 },
    { date: '2026-01-07', price: 0.8, withDistributions: 1, reinvested: 1 },
    {
      date: '2026-01-09',
      price: 0.5,
      withDistributions: 0.7,
      // 1 share until the pay date of the first payment, so the second pays on 1 share: 1.125 + 1 / 5 = 1.325 at 5.
      reinvested: (1.325 * 5) / 10
    }
  ])
})

test('a summary names its first and last close; too few closes give none, too few days no yearly rate', () => {
  expect(summarizeReturn(history, '2026-01-03')).toMatchObject({
    from: '2026-01-05',
    to: '2026-01-09',
    price: -0.5,
    yearly: null
  })
  expect(summarizeReturn(history, '2026-01-09')).toBeNull()
  expect(summarizeReturn(history, '2026-01-10')).toBeNull()
})

test('max drawdown is measured from a peak to a later value', () => {
  expect(maxDrawdown([1, 2, 1.5, 3, 1.2, 2])).toBeCloseTo(-0.6, 12)
  expect(maxDrawdown([1, 2, 3])).toBe(0)
  expect(maxDrawdown([])).toBe(0)
})

test('an annual rate is based on a year of 365 days', () => {
  expect(annualize(1.21, 730)).toBeCloseTo(0.1, 12)
  expect(annualize(1.5, 89)).toBeNull()
})

test('XIRR is the rate that spreadsheets give', () => {
  // The example in Microsoft's documentation of XIRR, whose result there is 0.373362535.
  const flows = [
    { date: '2008-01-01', amount: -10_000 },
    { date: '2008-03-01', amount: 2750 },
    { date: '2008-10-30', amount: 4250 },
    { date: '2009-02-15', amount: 3250 },
    { date: '2009-04-01', amount: 2750 }
  ]
  expect(xirr(flows)).toBeCloseTo(0.373362535, 8)
  expect(xirr(flows.toReversed())).toBeCloseTo(0.373362535, 8)
})

test('XIRR handles deep losses and returns null if there is no rate', () => {
  const flows = (end: number, date = '2026-01-01') => [
    { date: '2025-01-01', amount: -100 },
    { date, amount: end }
  ]
  expect(xirr(flows(1))).toBeCloseTo(-0.99, 8)
  expect(xirr(flows(100_000))).toBeCloseTo(999, 4)
  expect(xirr(flows(-1))).toBeNull()
  expect(xirr(flows(110, '2025-03-31'))).toBeNull()
  expect(xirr([])).toBeNull()
})

const paid = (exDate: string, amount: number) => ({ exDate, payDate: exDate, amount })

test('a holding counts payments with an ex-date after the purchase, up to the last close', () => {
  const history = {
    // Wednesday the 7th has no close; the 10th and the 11th are a weekend.
    closes: ['05', '06', '08', '09', '12'].map((day, i) => ({ date: `2026-01-${day}`, close: 10 - i })),
    payments: [paid('2026-01-06', 4), paid('2026-01-08', 2), paid('2026-01-12', 1), paid('2026-01-15', 8)]
  }
  expect(holdingSince(history, '2026-01-06')).toEqual({
    bought: { date: '2026-01-06', close: 9 },
    last: { date: '2026-01-12', close: 6 },
    distributions: 3,
    payments: 2,
    laterPayments: 1,
    missingCloses: 1
  })
  expect(holdingSince(history, '2026-01-10')).toMatchObject({
    bought: { date: '2026-01-12' },
    missingCloses: 0
  })
  expect(holdingSince(history, '2026-01-13')).toBeNull()
})

test('yield on cost is a year of the latest payment over the price paid', () => {
  // 0.30 a week is 15.60 a year; on 60 paid for the share that is 26 %.
  expect(yieldOnCost(0.3, 52, 60)).toBeCloseTo(26, 10)
  expect(yieldOnCost(0.5, 12, 60)).toBeCloseTo(10, 10)
  expect(yieldOnCost(0, 52, 60)).toBe(0)
  expect(() => yieldOnCost(0.3, 52, 0)).toThrow('yieldOnCost needs a cost above 0, got 0')
})
