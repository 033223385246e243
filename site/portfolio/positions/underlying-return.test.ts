import { expect, test } from 'vitest'
import { makeWeeklyFund } from '../../testing/make-fund-data.ts'
import { toHeldFund } from '../funds/held-fund.ts'
import { reduceLedger } from '../ledger/reduce-ledger.ts'
import type { Transaction } from '../ledger/transaction.ts'
import { calculateHoldings } from './holdings.ts'
import { compareWithUnderlying } from './underlying-return.ts'

const fund = {
  ...toHeldFund(makeWeeklyFund()),
  underlying: { ticker: 'MSTR', name: 'MicroStrategy', file: 'mstr' }
}
const trade = { account: '', symbol: 'MSTY', price: 22, fee: 0 } as const
const bought: Transaction = { ...trade, id: 'a', type: 'buy', date: '2026-05-04', shares: 100 }
const end = fund.closes.at(-1)?.date ?? ''
const closes = [
  { date: '2026-05-04', close: 200 },
  { date: '2026-05-18', close: 250 },
  { date: end, close: 180 }
]
const compare = (transactions: readonly Transaction[], known = closes, account: string | null = null) => {
  const funds = new Map([['MSTY', fund]])
  const { lots } = reduceLedger(transactions, funds)
  const shown = lots.filter((lot) => account === null || lot.account === account)
  return compareWithUnderlying(
    { fund, lots: shown, holdings: calculateHoldings(lots, funds, '2026-06-03', account) },
    known
  )
}

test('the same dollars in the underlying follow its closes, bought and sold on the same days', () => {
  // 2,200 dollars at 200 are 11 shares, worth 1,980 at 180. The fund: 2,000 at its close and two payments of $50.
  expect(compare([bought])).toEqual({
    symbol: 'MSTY',
    ticker: 'MSTR',
    invested: 2200,
    fund: 2100,
    underlying: 1980
  })
  // Half of them sold at 250: 5.5 x 250 + 5.5 x 180.
  const sold: Transaction = { ...trade, id: 'b', type: 'sell', date: '2026-05-18', shares: 50 }
  expect(compare([bought, sold])).toMatchObject({ invested: 2200, underlying: 2365 })
})

test('shares bought with payments are no new dollars, and without a known price nothing is compared', () => {
  const again: Transaction = { ...trade, id: 'c', type: 'reinvest', date: '2026-05-18', shares: 2 }
  expect(compare([bought, again])).toMatchObject({ invested: 2200, underlying: 1980 })
  expect(compare([bought], closes.slice(1))).toBeNull()
  expect(compare([{ ...bought, type: 'transfer-in', price: null }])).toBeNull()
})

test('one account counts what its shares received in another account before they were moved', () => {
  const moved: Transaction[] = [
    { ...bought, account: 'A' },
    { ...trade, id: 'o', account: 'A', type: 'transfer-out', date: '2026-05-25', shares: 100, price: null },
    { ...trade, id: 'i', account: 'B', type: 'transfer-in', date: '2026-05-26', shares: 100, price: null }
  ]
  // The same as without the transfer: two payments of $50, of which account A received at least one.
  expect(compare(moved, closes, 'B')).toEqual(compare([bought]))
})
