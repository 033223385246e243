import { expect, test } from 'vitest'
import { usualDates } from '../../../admin-api/market-days/next-dates.ts'
import { reduceLedger } from '../ledger/reduce-ledger.ts'
import type { Trade, Transaction } from '../ledger/transaction.ts'
import type { HeldFund } from '../positions/held-fund.ts'
import { calculateTax } from './tax-figures.ts'

/** Pays $1 on the 10th of four months. Return of capital is finally 80 % for 2025; three notices say 50 %. */
const fund: HeldFund = {
  ...{ symbol: 'MSTY', name: 'MSTY', family: 'yieldmax-single', state: 'open', asOf: '2026-07-08' },
  ...{ estimate: null, noEstimate: null, pastRatios: [], dates: usualDates, splits: [] },
  closes: [{ date: '2026-07-08', close: 3 }],
  payments: ['2025-12', '2026-01', '2026-02', '2026-03'].map((month) => ({
    ...{ exDate: `${month}-09`, payDate: `${month}-10`, amount: 1, isResidual: false }
  })),
  underlying: null,
  returnOfCapital: {
    finals: [{ year: '2025', percent: 80, source: '' }],
    notices: ['2025-12-09', '2026-01-09', '2026-02-09'].map((ex_date) => ({
      ex_date,
      percent: 50,
      source: ''
    }))
  }
}
const funds = new Map([['MSTY', fund]])
let count = 0
const trade = (type: Trade['type'], date: string, shares: number, price: number): Trade => ({
  ...{ id: `t${++count}`, account: 'A', symbol: 'MSTY', type, date, shares, price, fee: 0 }
})
const taxOf = (...transactions: Transaction[]) =>
  calculateTax(reduceLedger(transactions, funds).lots, transactions, funds, '2026-07-08')

test('payments are split by the final figure once it is known, by the 19a notice until then', () => {
  // 100 shares: 2025: 100 paid, 80 final. 2026: 300 paid, 50 + 50 by notice, nothing known of the last 100.
  const { years, cost, adjustedCost, value } = taxOf(trade('buy', '2025-12-01', 100, 5))
  expect(years).toMatchObject([
    { year: '2026', payments: 300, income: 200, finalRoc: 0, noticedRoc: 100, unknown: 100 },
    { year: '2025', payments: 100, income: 20, finalRoc: 80, noticedRoc: 0, unknown: 0 }
  ])
  // 500 - 80 - 50 - 50
  expect([cost, adjustedCost, value]).toEqual([500, 320, 300])
})

test('the basis never falls below zero, and the rest is a gain of that day', () => {
  // 100 at $1: 100 - 80 = 20; 50 returned leave 0 and 30 of gain, then 50 of gain: all within a year.
  const { years, adjustedCost } = taxOf(trade('buy', '2025-12-01', 100, 1))
  expect(adjustedCost).toBe(0)
  expect(years[0]).toMatchObject({ shortTerm: 80, longTerm: 0 })
})

test('a sale is a gain on the adjusted basis, long term after more than a year', () => {
  // Bought at 5, less 0.80 + 0.50 + 0.50 per share: 3.20. Sold at 4: 0.80 each.
  const buy = trade('buy', '2025-06-01', 100, 5)
  expect(taxOf(buy, trade('sell', '2026-06-01', 50, 4)).years[0]).toMatchObject({
    shortTerm: 40,
    longTerm: 0
  })
  expect(taxOf(buy, trade('sell', '2026-06-02', 50, 4)).years[0]).toMatchObject({
    shortTerm: 0,
    longTerm: 40
  })
})

test('a loss with a purchase within 30 days is flagged, a gain or a later purchase is not', () => {
  const buy = trade('buy', '2025-12-01', 100, 5)
  const flags = (price: number, again: string) =>
    taxOf(buy, trade('sell', '2026-04-01', 100, price), trade('reinvest', again, 1, 3)).years[0]?.washSales
  expect(flags(2, '2026-05-01')).toBe(1)
  expect(flags(2, '2026-05-02')).toBe(0)
  expect(flags(2, '2026-03-02')).toBe(1)
  expect(flags(4, '2026-05-01')).toBe(0)
})

test('moving shares to another account changes no figure', () => {
  const buy = trade('buy', '2025-12-01', 100, 1)
  const stayed = taxOf(buy)
  const moved = taxOf(
    buy,
    { ...trade('transfer-out', '2026-01-20', 100, 0), price: null },
    { ...trade('transfer-in', '2026-01-22', 100, 0), price: null, account: 'B' }
  )
  expect(moved).toEqual(stayed)
})
