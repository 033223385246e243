import { expect, test } from 'vitest'
import type { HeldFund } from '../funds/held-fund.ts'
import { sharesHeld } from '../positions/holdings.ts'
import { type Ledger, reduceLedger } from './reduce-ledger.ts'
import type { Trade, Transaction } from './transaction.ts'

/** A fund with a 1-for-5 reverse split on December 8, 2025, like MSTY. */
const fund: HeldFund = {
  symbol: 'MSTY',
  name: 'MSTY',
  state: 'open',
  asOf: '2026-07-08',
  noEstimate: null,
  payments: [],
  closes: [],
  pastRatios: [],
  pathErrors: [],
  reinvestment: null,
  upcoming: [],
  underlying: null,
  returnOfCapital: { notices: [], finals: [] },
  splits: [{ date: '2025-12-08', oldShares: 5, newShares: 1 }]
}
const funds = new Map([['MSTY', fund]])
let count = 0
const trade = (
  type: Trade['type'],
  date: string,
  shares: number,
  price: number | null,
  more = {}
): Trade => ({
  id: `t${++count}`,
  account: 'A',
  symbol: 'MSTY',
  type,
  date,
  shares,
  price,
  fee: 0,
  ...more
})
const booked = (type: 'split' | 'correction', date: string, shares: number): Transaction => ({
  id: `t${++count}`,
  account: 'A',
  symbol: 'MSTY',
  type,
  date,
  shares
})
const gainsOf = ({ lots }: Ledger) =>
  lots.flatMap(({ sale, cost }) =>
    sale === null ? [] : [(sale.proceeds ?? Number.NaN) - (cost ?? Number.NaN)]
  )
const openOf = ({ lots }: Ledger) =>
  lots.filter(({ heldUntil }) => heldUntil === null).map(({ shares, cost }) => [shares, cost])

test('first in, first out: a sale takes the oldest shares with their fees', () => {
  // 100 for 1000 + 10, 100 for 1200; sold 150 at 15 less 6: proceeds 2244, cost 1010 + 600.
  const ledger = reduceLedger(
    [
      trade('sell', '2026-03-02', 150, 15, { fee: 6 }),
      trade('buy', '2026-01-05', 100, 10, { fee: 10 }),
      trade('buy', '2026-02-02', 100, 12)
    ],
    funds
  )
  expect(gainsOf(ledger).reduce((sum, gain) => sum + gain, 0)).toBeCloseTo(2244 - 1610, 8)
  expect(openOf(ledger)).toEqual([[50, 600]])
})

test('average cost: every share costs the mean, and the oldest leave first', () => {
  // Mean (1000 + 1200) / 200 = 11; 150 x (15 - 11) = 600; 50 x 11 stay.
  const methods = [{ account: 'A', method: 'average' as const }]
  const trades = [
    trade('buy', '2026-01-05', 100, 10),
    trade('buy', '2026-02-02', 100, 12),
    trade('sell', '2026-03-02', 150, 15)
  ]
  const ledger = reduceLedger(trades, funds, methods)
  expect(gainsOf(ledger).reduce((sum, gain) => sum + gain, 0)).toBeCloseTo(600, 8)
  expect(openOf(ledger)).toEqual([[50, 550]])
  expect(ledger.lots.at(-1)?.boughtOn).toBe('2026-02-02')
})

test('specific lots: the named purchase is sold, the rest first in, first out', () => {
  const first = trade('buy', '2026-01-05', 100, 10)
  const second = trade('buy', '2026-02-02', 100, 12)
  const sale = trade('sell', '2026-03-02', 120, 15, { lots: [{ id: second.id, shares: 120 }] })
  const methods = [{ account: 'A', method: 'specific' as const }]
  // 100 x (15 - 12) + 20 x (15 - 10) = 400; another method ignores the names: 100 x 5 + 20 x 3 = 560.
  const sum = (ledger: Ledger) => gainsOf(ledger).reduce((all, gain) => all + gain, 0)
  expect(sum(reduceLedger([first, second, sale], funds, methods))).toBeCloseTo(400, 8)
  expect(sum(reduceLedger([first, second, sale], funds))).toBeCloseTo(560, 8)
})

test("the broker's own reverse split changes nothing if the fund's data has it", () => {
  const bought = trade('buy', '2025-11-03', 500, 10)
  const rows = [booked('split', '2025-12-09', -500), booked('split', '2025-12-09', 100)]
  const ledger = reduceLedger([bought, ...rows], funds)
  expect(openOf(ledger)).toEqual([[100, 5000]])
  expect([...ledger.knownSplits]).toEqual(rows.map(({ id }) => id))
})

test('a split that the data lacks is applied as the broker booked it, once for both of its rows', () => {
  const rows = [booked('split', '2026-05-11', 30), booked('split', '2026-05-11', -300)]
  const ledger = reduceLedger([trade('buy', '2026-05-04', 300, 10), ...rows], funds)
  expect(openOf(ledger)).toEqual([[30, 3000]])
  // Payments before it belong to the old shares.
  expect(ledger.lots.map(({ shares, heldFrom, heldUntil }) => [shares, heldFrom, heldUntil])).toEqual([
    [300, '2026-05-04', '2026-05-11'],
    [30, '2026-05-11', null]
  ])
})

test('cash for a fraction after a split sells that fraction', () => {
  // 502 become 100.4; 0.4 at 35.50 are 14.20, of a cost of 5020 x 0.4 / 100.4 = 20.
  const lieu: Transaction = {
    id: 'lieu',
    account: 'A',
    symbol: 'MSTY',
    date: '2025-12-12',
    type: 'cash-in-lieu',
    amount: 14.2
  }
  const ledger = reduceLedger([trade('buy', '2025-11-03', 502, 10), lieu], funds)
  expect(sharesHeld(ledger.lots)).toBeCloseTo(100, 8)
  expect(gainsOf(ledger)).toEqual([expect.closeTo(-5.8, 8)])
  expect(reduceLedger([trade('buy', '2025-11-03', 500, 10), lieu], funds).faults).toHaveLength(1)
})

test('shares moved to another account keep their purchase day and cost', () => {
  const ledger = reduceLedger(
    [
      trade('buy', '2026-01-05', 100, 10),
      trade('transfer-out', '2026-04-01', 40, null),
      trade('transfer-in', '2026-04-06', 40, null, { account: 'B' }),
      trade('transfer-in', '2026-06-01', 5, null, { account: 'B', boughtOn: '2025-12-15' })
    ],
    funds
  )
  const inB = ledger.lots.filter(({ account }) => account === 'B')
  expect(inB.map(({ shares, cost, boughtOn, heldFrom }) => [shares, cost, boughtOn, heldFrom])).toEqual([
    [5, null, '2025-12-15', '2026-06-01'],
    [40, 400, '2026-01-05', '2026-04-01']
  ])
})

test('shares that leave and return to an account on one day keep their cost and day of purchase', () => {
  // A journal of Schwab from the cash to the margin part of one account, and a correction that is taken back.
  const ledger = reduceLedger(
    [
      trade('buy', '2026-01-05', 100, 10),
      trade('transfer-in', '2026-04-01', 100, null),
      trade('transfer-out', '2026-04-01', 100, null),
      booked('correction', '2026-04-02', 30),
      booked('correction', '2026-04-02', -30),
      trade('transfer-out', '2026-05-01', 40, null),
      trade('transfer-in', '2026-05-01', 40, null, { account: 'B' })
    ],
    funds
  )
  expect(ledger.faults).toEqual([])
  const rows = ledger.lots.map((lot) => [
    lot.account,
    lot.shares,
    lot.cost,
    lot.boughtOn,
    lot.heldFrom,
    lot.heldUntil
  ])
  expect(rows).toEqual([
    ['A', 40, 400, '2026-01-05', '2026-01-05', '2026-05-01'],
    ['A', 60, 600, '2026-01-05', '2026-01-05', null],
    ['B', 40, 400, '2026-01-05', '2026-05-01', null]
  ])
})

test('a sale of more shares than were held reports the missing ones', () => {
  const sale = trade('sell', '2025-11-10', 600, 10)
  const { faults, lots } = reduceLedger([trade('buy', '2025-11-03', 500, 10), sale], funds)
  expect(faults).toEqual([{ transaction: sale, missing: 100 }])
  expect(sharesHeld(lots)).toBe(0)
})
