import { expect, test } from 'vitest'
import { makeFundData } from '../../testing/make-fund-data.ts'
import { type HeldFund, toHeldFund } from '../funds/held-fund.ts'
import { sharesHeld } from '../positions/holdings.ts'
import { calculateTax } from '../tax/tax-figures.ts'
import { type Ledger, reduceLedger } from './reduce-ledger.ts'
import type { AccountKind, Trade, Transaction } from './transaction.ts'

const noFunds = new Map<string, HeldFund>()
let count = 0
const trade = (
  type: Trade['type'],
  date: string,
  shares: number,
  price: number | null,
  account = 'A',
  more: Partial<Trade> = {}
): Trade => ({
  id: `t${++count}`,
  account,
  symbol: 'QQQI',
  type,
  date,
  shares,
  price,
  fee: 0,
  ...more
})
const split = (date: string, shares: number, account = 'A'): Transaction => ({
  id: `s${++count}`,
  account,
  symbol: 'QQQI',
  type: 'split',
  date,
  shares
})
const heldIn = ({ lots }: Ledger, account: string) =>
  lots
    .filter((lot) => lot.account === account && lot.heldUntil === null)
    .map(({ shares, cost, boughtOn }) => [shares, cost, boughtOn])

test('a trade taken back by a row of another file is nothing, in whatever order the files came', () => {
  const bought = [trade('buy', '2026-05-04', 3, 20), trade('buy', '2026-05-04', 100, 20)]
  const back = trade('cancel-buy', '2026-05-06', 3, 20.01)
  const expected = [[100, 2000, '2026-05-04']]
  expect(heldIn(reduceLedger([...bought, back], noFunds), 'A')).toEqual(expected)
  const other = reduceLedger([back, ...bought.toReversed()], noFunds)
  expect(heldIn(other, 'A')).toEqual(expected)
  expect(other.faults).toEqual([])
  const sold = trade('sell', '2026-05-05', 40, 21)
  const kept = reduceLedger([...bought, sold, trade('cancel-sell', '2026-05-05', 40, 21)], noFunds)
  expect(sharesHeld(kept.lots)).toBe(103)
  // What takes back a trade that isn't there is a fault, and takes nothing.
  const wrong = trade('cancel-buy', '2026-05-06', 4, 20)
  const unmatched = reduceLedger([...bought, wrong], noFunds)
  expect(sharesHeld(unmatched.lots)).toBe(103)
  expect(unmatched.faults).toEqual([{ transaction: wrong, missing: 4 }])
})

test('the purchase that covers a short sale adds no shares, wherever it comes from', () => {
  const short = trade('sell-short', '2026-01-28', 100, 21.62)
  const cover = trade('buy', '2026-01-30', 100, 19.5)
  expect(reduceLedger([cover, short], noFunds)).toMatchObject({
    lots: [],
    faults: [],
    shorts: [short, cover]
  })
  // Of 150 shares, 100 are returned and 50 are held at their part of the cost.
  const more = reduceLedger([short, trade('buy', '2026-01-30', 150, 20, 'A', { fee: 3 })], noFunds)
  expect(heldIn(more, 'A')).toEqual([[50, 1001, '2026-01-30']])
  const named = trade('buy-to-cover', '2026-01-30', 100, 19.5)
  expect(reduceLedger([short, named], noFunds)).toMatchObject({ lots: [], faults: [] })
  expect(reduceLedger([named], noFunds).faults).toEqual([{ transaction: named, missing: 100 }])
  // Another account's purchase covers nothing.
  expect(sharesHeld(reduceLedger([short, trade('buy', '2026-01-30', 100, 19.5, 'B')], noFunds).lots)).toBe(
    100
  )
})

test('shares held in another account keep cost and day whatever price the transfer prints', () => {
  // 318 shares for $15,900, moved at a value of $17,563.14, sold for $17,490: long term +$1,590.
  const transactions = [
    trade('buy', '2025-01-15', 318, 50),
    trade('transfer-out', '2026-07-21', 318, null),
    trade('transfer-in', '2026-07-22', 318, 55.23, 'B'),
    trade('sell', '2026-07-28', 318, 55, 'B')
  ]
  const fund = toHeldFund(makeFundData('QQQI', { '2026-07-28': 55 }))
  const funds = new Map([['QQQI', fund]])
  const ledger = reduceLedger(transactions, funds)
  expect(calculateTax({ ledger, transactions, kinds: [], funds, today: '2026-08-03' }).years).toMatchObject([
    { year: '2026', shortTerm: 0, longTerm: expect.closeTo(1590, 8) }
  ])
  // The other broker may book it first, and what never was in another account costs what is entered.
  const early = [
    ...transactions.slice(0, 1),
    trade('transfer-in', '2026-07-20', 318, 55.23, 'B'),
    trade('transfer-out', '2026-07-21', 318, null)
  ]
  expect(heldIn(reduceLedger(early, noFunds), 'B')).toEqual([[318, 15_900, '2025-01-15']])
  const part = [...transactions.slice(0, 2), trade('transfer-in', '2026-07-22', 328, 55, 'B')]
  expect(heldIn(reduceLedger(part, noFunds), 'B')).toEqual([
    [318, 15_900, '2025-01-15'],
    [10, expect.closeTo(550, 8), '2026-07-22']
  ])
  // Only who enters price and day means another purchase.
  const entered = { boughtOn: '2024-03-01' }
  const own = [...transactions.slice(0, 2), trade('transfer-in', '2026-07-22', 318, 40, 'B', entered)]
  expect(heldIn(reduceLedger(own, noFunds), 'B')).toEqual([[318, 12_720, '2024-03-01']])
})

test('shares distributed in kind from an IRA have the value of the day as basis and a new holding period', () => {
  // Bought in the IRA at $20, distributed at $12, sold at $12.50 a month later: short term +$50, not long term -$750.
  const transactions = [
    trade('buy', '2024-05-01', 100, 20, 'IRA'),
    trade('transfer-out', '2026-05-04', 100, null, 'IRA'),
    trade('transfer-in', '2026-05-04', 100, null, 'Broker'),
    trade('sell', '2026-06-04', 100, 12.5, 'Broker')
  ]
  const funds = new Map([
    ['QQQI', toHeldFund(makeFundData('QQQI', { '2026-05-04': 12, '2026-06-04': 12.5 }))]
  ])
  const taxOf = (kinds: AccountKind[]) => {
    const ledger = reduceLedger(transactions, funds, [], '2026-07-08', kinds)
    return calculateTax({ ledger, transactions, kinds, funds, today: '2026-07-08' }).years
  }
  expect(taxOf([{ account: 'IRA', kind: 'tax-deferred' }])).toMatchObject([
    { year: '2026', shortTerm: expect.closeTo(50, 8), longTerm: 0 }
  ])
  expect(taxOf([])).toMatchObject([{ year: '2026', shortTerm: 0, longTerm: expect.closeTo(-750, 8) }])
  // What was paid and when stays for the return.
  const kinds: AccountKind[] = [{ account: 'IRA', kind: 'tax-deferred' }]
  const { lots } = reduceLedger(transactions.slice(0, 3), funds, [], '2026-07-08', kinds)
  expect(lots.find(({ account }) => account === 'Broker')).toMatchObject({
    cost: 2000,
    boughtOn: '2024-05-01',
    taxCost: 1200,
    basis: 1200,
    acquiredOn: '2026-05-04'
  })
})

test('a pair of moves of one day removes no shares whose purchases are not in the file', () => {
  // TD Ameritrade's shares at Schwab: 18.933 leave the old account and arrive; 10 were bought at Schwab before.
  const pair = [
    trade('transfer-out', '2024-05-13', 18.933, null),
    trade('transfer-in', '2024-05-13', 18.933, null)
  ]
  const bought = trade('buy', '2024-05-01', 10, 27.5)
  const ledger = reduceLedger([...pair, bought], noFunds)
  expect(sharesHeld(ledger.lots)).toBeCloseTo(28.933, 8)
  expect(ledger.faults).toEqual([{ transaction: pair[0], missing: 18.933 }])
  // With the older history, the pair moves nothing.
  const whole = reduceLedger([...pair, bought, trade('buy', '2020-01-02', 18.933, 20)], noFunds)
  expect(sharesHeld(whole.lots)).toBeCloseTo(28.933, 8)
  expect(whole.faults).toEqual([])
  // Shares that only pass through go on to the other account.
  const onward = reduceLedger([...pair, trade('transfer-in', '2024-05-15', 18.933, null, 'B')], noFunds)
  expect(sharesHeld(onward.lots)).toBeCloseTo(18.933, 8)
})

test("a split without a day in the data takes that of the broker's row", () => {
  // 1 for 3; $0.30 a share on today's basis were $0.10 then, to 300 shares: $30, and not $90.
  const data = makeFundData('QQQI', { '2024-08-01': 60, '2026-06-03': 50 })
  const fund = toHeldFund({
    ...data,
    splits: [{ date: null, old_shares: 3, new_shares: 1 }] as unknown as typeof data.splits
  })
  const funds = new Map([['QQQI', fund]])
  const bought = trade('buy', '2024-08-01', 301, null)
  const rows = [[split('2024-11-04', -201)], [split('2024-11-04', 100), split('2024-11-04', -301)]]
  for (const booked of rows) {
    const ledger = reduceLedger([bought, ...booked], funds)
    const [lot] = ledger.lots
    // Bought at the close of that day: $60 on today's basis, $20 then.
    expect(lot?.shares).toBeCloseTo(301 / 3, 8)
    expect(lot?.cost).toBeCloseTo(6020, 8)
    expect([...ledger.knownSplits].sort()).toEqual(booked.map(({ id }) => id).sort())
    expect(ledger.datedSplits.get('QQQI')).toEqual([{ date: '2024-11-04', oldShares: 3, newShares: 1 }])
  }
  // Without a row, and for a split of another ratio, nothing is dated.
  expect(reduceLedger([bought], funds).datedSplits.size).toBe(0)
  expect(reduceLedger([bought, split('2024-11-04', -281)], funds).datedSplits.size).toBe(0)
})
