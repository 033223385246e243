import { expect, test } from 'vitest'
import type { CollectedFund } from '../../../services.ts'
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

test('a true answer comes back in the order of its days', () => {
  expect(check({}).prices.map(({ date }) => date)).toEqual(['2026-06-01', '2026-06-02'])
})

test.each<[string, Partial<CollectedFund>, string]>([
  ['a close of zero', { prices: [{ date: '2026-06-01', close: 0 }] }, 'the close of 2026-06-01 is 0'],
  ['a day that is none', { prices: [{ date: '2026-02-30', close: 1 }] }, 'a close has the day 2026-02-30'],
  ['tomorrow', { prices: [{ date: '2026-06-03', close: 1 }] }, 'a close is dated 2026-06-03, after today'],
  [
    'one day twice',
    { prices: [...good.prices, { date: '2026-06-01', close: 3 }] },
    'two closes are dated 2026-06-01'
  ],
  [
    'a negative payment',
    { payments: [{ exDate: '2026-06-01', payDate: null, amount: -0.1 }] },
    'the payment with ex-date 2026-06-01 is of -0.1'
  ],
  [
    'a payment before its ex-date',
    { payments: [{ exDate: '2026-06-01', payDate: '2026-05-30', amount: 1 }] },
    'the payment with ex-date 2026-06-01 is paid on 2026-05-30'
  ],
  [
    'a split into nothing',
    { splits: [{ date: '2026-06-01', oldShares: 5, newShares: 0 }] },
    'a split of 2026-06-01 makes 5 shares 0'
  ]
])("%s can't be true", (_what, given, fault) => {
  expect(() => check(given)).toThrow(`What is reported of MSTY can't be true: ${fault}.`)
})

test('a volatility that no option has is left out, and so is a split that is only announced', () => {
  expect(check({ impliedVolatility: 0.00001 }).impliedVolatility).toBeNull()
  expect(check({ impliedVolatility: Number.NaN }).impliedVolatility).toBeNull()
  expect(check({ splits: [{ date: '2026-07-01', oldShares: 5, newShares: 1 }] }).splits).toEqual([])
})
