import { expect, test } from 'vitest'
import type { CollectedFund } from '../sources/market-data.ts'
import { checkCollected } from './check-collected.ts'

const good: CollectedFund = {
  prices: [
    { date: '2026-06-02', close: 20.1 },
    { date: '2026-06-01', close: 20 }
  ],
  payments: [{ exDate: '2026-06-04', payDate: '2026-06-05', amount: 0.2 }],
  splits: [{ date: '2026-06-02', oldShares: 5, newShares: 1 }],
  impliedVolatility: 0.8
}
const check = (given: Partial<CollectedFund>) => checkCollected('MSTY', { ...good, ...given }, '2026-06-02')

test('a valid response is sorted by day', () => {
  expect(check({}).prices.map(({ date }) => date)).toEqual(['2026-06-01', '2026-06-02'])
})

test('a valid response raises no concern', () => {
  expect(check({})).toMatchObject({ payments: good.payments, splits: good.splits, concerns: [] })
})

test.each<[string, Partial<CollectedFund>, string]>([
  [
    'a close of zero',
    { prices: [...good.prices, { date: '2026-05-29', close: 0 }] },
    'the close of May 29, 2026 is 0'
  ],
  [
    'a close of a million',
    { prices: [...good.prices, { date: '2026-05-29', close: 1_000_000 }] },
    'the close of May 29, 2026 is 1000000'
  ],
  [
    'a date that does not exist',
    { prices: [...good.prices, { date: '2026-02-30', close: 1 }] },
    'a close has the date 2026-02-30'
  ],
  [
    'a close of tomorrow',
    { prices: [...good.prices, { date: '2026-06-03', close: 1 }] },
    'a close is dated June 3, 2026, after today'
  ],
  [
    'a negative payment',
    { payments: [...good.payments, { exDate: '2026-06-01', payDate: null, amount: -0.1 }] },
    'the payment with ex-date June 1, 2026 has the amount -0.1'
  ],
  [
    'a split into nothing',
    { splits: [...good.splits, { date: '2026-06-01', oldShares: 5, newShares: 0 }] },
    'a split of June 1, 2026 is 0 for 5'
  ],
  [
    'a split that changes nothing',
    { splits: [...good.splits, { date: '2026-06-01', oldShares: 1, newShares: 1 }] },
    'a split of June 1, 2026 is 1 for 1'
  ]
])('%s is dropped with the reason, and everything else is retained', (_what, given, concern) => {
  expect(check(given)).toEqual({ ...check({}), concerns: [concern] })
})

test('if two closes have the same date, both are dropped', () => {
  const { prices, concerns } = check({ prices: [...good.prices, { date: '2026-06-01', close: 3 }] })
  expect(prices).toEqual([{ date: '2026-06-02', close: 20.1 }])
  expect(concerns).toEqual(['two closes are dated 2026-06-01'])
})

test('a pay date before the ex-date is dropped, the payment stays', () => {
  const payments = [{ exDate: '2026-06-01', payDate: '2026-05-30', amount: 1 }]
  expect(check({ payments })).toMatchObject({
    payments: [{ exDate: '2026-06-01', payDate: null, amount: 1 }],
    concerns: ['the payment with ex-date June 1, 2026 is paid on 2026-05-30']
  })
})

test('payments with the same ex-date are summed, duplicates count once', () => {
  const parts = [0.2, 0.05, 0.2].map((amount) => ({ exDate: '2026-06-01', payDate: null, amount }))
  expect(check({ payments: parts })).toMatchObject({
    payments: [{ exDate: '2026-06-01', payDate: null, amount: 0.25 }],
    concerns: []
  })
})

test('a payment dated far ahead is left to the checks', () => {
  const payments = [...good.payments, { exDate: '2031-06-05', payDate: null, amount: 0.2 }]
  expect(check({ payments })).toMatchObject({ payments, concerns: [] })
})

test('a response without any valid close is refused', () => {
  expect(() => check({ prices: [{ date: '2026-06-01', close: 0 }] })).toThrow(
    "The data reported for MSTY can't be right: the close of June 1, 2026 is 0."
  )
  expect(check({ prices: [] }).prices).toEqual([])
})

test('an impossible volatility and an announced split are dropped', () => {
  expect(check({ impliedVolatility: 0.00001 }).impliedVolatility).toBeNull()
  expect(check({ impliedVolatility: Number.NaN }).impliedVolatility).toBeNull()
  expect(check({ splits: [{ date: '2026-07-01', oldShares: 5, newShares: 1 }] }).splits).toEqual([])
})

test('payments checked before a release stay marked as checked unless they are sums', () => {
  const checked = {
    ex_date_basis: 'source',
    pay_date_basis: 'derived',
    agreement: 'yes',
    sources: 'stockanalysis'
  } as const
  const payment = { exDate: '2026-06-04', payDate: null, amount: 0.2, checked }
  expect(check({ payments: [payment] }).payments).toEqual([payment])
  const [sum] = check({ payments: [payment, { ...payment, amount: 0.1 }] }).payments
  expect(sum).toEqual({ exDate: '2026-06-04', payDate: null, amount: 0.3 })
})
