import { expect, test } from 'vitest'
import { makeComing } from '../../testing/make-fund-data.ts'
import type { HeldFund } from '../funds/held-fund.ts'
import { reduceLedger } from '../ledger/reduce-ledger.ts'
import type { AccountKind, AccountMethod, Trade, Transaction } from '../ledger/transaction.ts'
import { calculateTax } from './tax-figures.ts'

/** Pays $1 on the 10th of four months. Return of capital is finally 80 % for 2025; three notices say 50 %. */
const fund: HeldFund = {
  symbol: 'MSTY',
  name: 'MSTY',
  state: 'open',
  asOf: '2026-07-08',
  noEstimate: null,
  pastRatios: [],
  pathErrors: [],
  reinvestment: null,
  upcoming: [],
  splits: [],
  closes: [{ date: '2026-07-08', close: 3 }],
  payments: ['2025-12', '2026-01', '2026-02', '2026-03'].map((month) => ({
    exDate: `${month}-09`,
    payDate: `${month}-10`,
    amount: 1,
    isResidual: false
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
let count = 0
const trade = (type: Trade['type'], date: string, shares: number, price: number): Trade => ({
  id: `t${++count}`,
  account: 'A',
  symbol: 'MSTY',
  type,
  date,
  shares,
  price,
  fee: 0
})
type Options = { methods?: AccountMethod[]; kinds?: AccountKind[]; today?: string; of?: HeldFund }
const taxOf = (transactions: Transaction[], options: Options = {}) => {
  const { methods, kinds = [], today = '2026-07-08', of = fund } = options
  const funds = new Map([['MSTY', of]])
  const ledger = reduceLedger(transactions, funds, methods, today)
  return calculateTax({ ledger, transactions, kinds, funds, today })
}

test('payments are split by the final figure of the year, then the 19a notice, then an earlier final figure', () => {
  // 100 shares: 2025: 100 paid, 80 final. 2026: 300 paid, 50 + 50 by notice, 80 of the last 100 by the figure of 2025.
  const { years, cost, adjustedCost, value } = taxOf([trade('buy', '2025-12-01', 100, 5)])
  expect(years).toMatchObject([
    { year: '2026', payments: 300, income: 120, finalRoc: 0, noticedRoc: 100, carriedRoc: 80, unknown: 0 },
    { year: '2025', payments: 100, income: 20, finalRoc: 80, noticedRoc: 0, unknown: 0 }
  ])
  // 500 - 80 - 50 - 50 - 80
  expect([cost, adjustedCost, value]).toEqual([500, 240, 300])
})

test('a payment without a figure is unknown, not income, and lowers no basis', () => {
  // A final figure says nothing about years before it.
  const returnOfCapital = { finals: [{ year: '2026', percent: 80, source: '' }], notices: [] }
  const { years, adjustedCost } = taxOf([trade('buy', '2025-12-01', 100, 5)], {
    of: { ...fund, returnOfCapital }
  })
  expect(years[1]).toMatchObject({ year: '2025', payments: 100, income: 0, finalRoc: 0, unknown: 100 })
  expect(adjustedCost).toBe(260)
})

test('the basis never falls below zero, and the rest is a gain of that day', () => {
  // 100 at $1: 100 - 80 = 20; 50 returned leave 0 and 30 of gain, then 50 and 80 of gain: all within a year.
  const { years, adjustedCost } = taxOf([trade('buy', '2025-12-01', 100, 1)])
  expect(adjustedCost).toBe(0)
  expect(years[0]).toMatchObject({ shortTerm: 160, longTerm: 0 })
})

test('a sale is a gain on the adjusted basis, long term after more than a year', () => {
  // Bought at 5, less 0.80 + 0.50 + 0.50 + 0.80 per share: 2.40. Sold at 4: 1.60 each.
  const buy = trade('buy', '2025-06-01', 100, 5)
  expect(taxOf([buy, trade('sell', '2026-06-01', 50, 4)]).years[0]).toMatchObject({
    shortTerm: 80,
    longTerm: 0
  })
  expect(taxOf([buy, trade('sell', '2026-06-02', 50, 4)]).years[0]).toMatchObject({
    shortTerm: 0,
    longTerm: 80
  })
})

test('a loss with a purchase within 30 days is flagged, a gain or a later purchase is not', () => {
  const buy = trade('buy', '2025-12-01', 100, 5)
  const flags = (price: number, again: string) =>
    taxOf([buy, trade('sell', '2026-04-01', 100, price), trade('reinvest', again, 1, 3)]).years[0]?.washSales
  expect(flags(2, '2026-05-01')).toBe(1)
  expect(flags(2, '2026-05-02')).toBe(0)
  expect(flags(4, '2026-05-01')).toBe(0)
  // 33 x 10.02 is 330.65999999999997, and 33 / 100 of 1002 is 330.66: no loss.
  const even = [trade('buy', '2026-04-01', 100, 10.02), trade('sell', '2026-04-13', 33, 10.02)]
  expect(taxOf([...even, trade('buy', '2026-04-20', 10, 10)]).years[0]?.washSales).toBe(0)
})

test('shares bought within 30 days before a loss defer it only if they are still held after it', () => {
  const buy = trade('buy', '2025-12-01', 100, 5)
  const reinvested = ['2026-03-06', '2026-03-13', '2026-03-20', '2026-03-27'].map((day) =>
    trade('reinvest', day, 1, 4)
  )
  const flags = (shares: number) =>
    taxOf([buy, ...reinvested, trade('sell', '2026-04-01', shares, 2)]).years[0]?.washSales
  // All 104 sold at a loss in one sale: nothing is left that could replace them.
  expect(flags(104)).toBe(0)
  // One of the four is left.
  expect(flags(103)).toBe(1)
  // 26 CFR 1.1091-1: the rest of the only purchase replaces nothing, and one bought share replaces one sold share.
  expect(taxOf([buy, trade('sell', '2025-12-20', 50, 2)]).years[1]?.washSales).toBe(0)
  const sales = ['2026-04-01', '2026-04-02'].map((day) => trade('sell', day, 10, 2))
  const again = (shares: number) => trade('buy', '2026-04-20', shares, 2)
  expect(taxOf([buy, ...sales, again(10)]).years[0]?.washSales).toBe(1)
  expect(taxOf([buy, ...sales, again(11)]).years[0]?.washSales).toBe(2)
})

test('only taxable accounts count, but a purchase in an IRA defers a loss', () => {
  const buy = trade('buy', '2025-06-02', 100, 5)
  const sale = trade('sell', '2026-04-01', 100, 2)
  const inIra = [
    { ...trade('buy', '2025-06-02', 1000, 5), account: 'IRA' },
    { ...trade('sell', '2026-02-20', 500, 9), account: 'IRA' },
    { ...trade('reinvest', '2026-04-10', 5, 2), account: 'IRA' }
  ]
  const withheld: Transaction = {
    id: 'w',
    account: 'IRA',
    symbol: 'MSTY',
    date: '2026-01-10',
    type: 'withheld',
    amount: 7
  }
  const kinds = [{ account: 'IRA', kind: 'tax-deferred' as const }]
  const alone = taxOf([buy, sale])
  const both = taxOf([buy, sale, ...inIra, withheld], { kinds })
  expect(alone.years[0]?.washSales).toBe(0)
  expect(both).toEqual({
    ...alone,
    years: alone.years.map((year) => (year.year === '2026' ? { ...year, washSales: 1 } : year))
  })
})

/** As `fund`, but known through April 14, 2026 with $0.50 expected on the 17th, 24th, ... */
const weekly: HeldFund = {
  ...fund,
  asOf: '2026-04-14',
  closes: [{ date: '2026-04-14', close: 3 }],
  upcoming: makeComing('2026-04-16', { amount: 0.5, low: 0.4, high: 0.6 })
}

test('the next reinvestment within 30 days of a loss is announced', () => {
  const held = { ...trade('buy', '2025-06-02', 10, 5), account: 'IRA' }
  const reinvested = { ...trade('reinvest', '2026-03-10', 1, 4), account: 'IRA' }
  const loss = [trade('buy', '2025-06-02', 100, 5), trade('sell', '2026-04-13', 100, 2)]
  const coming = (transactions: Transaction[], today = '2026-04-14') =>
    taxOf(transactions, { of: weekly, today, kinds: [{ account: 'IRA', kind: 'tax-free' }] }).comingWashSales
  expect(coming([held, reinvested, ...loss])).toEqual([
    { symbol: 'MSTY', soldOn: '2026-04-13', reinvestedOn: '2026-04-17', freeFrom: '2026-05-14' }
  ])
  // Not reinvested, and too long after the sale.
  expect(coming([held, ...loss])).toEqual([])
  expect(coming([held, reinvested, ...loss], '2026-05-14')).toEqual([])
  // The loss was taken in the IRA.
  expect(coming([held, reinvested, ...loss.map((one) => ({ ...one, account: 'IRA' }))])).toEqual([])
})

test('moving shares to another account changes no figure', () => {
  const buy = trade('buy', '2025-12-01', 100, 1)
  const stayed = taxOf([buy])
  const moved = taxOf([
    buy,
    { ...trade('transfer-out', '2026-01-20', 100, 0), price: null },
    { ...trade('transfer-in', '2026-01-22', 100, 0), price: null, account: 'B' }
  ])
  expect(moved).toEqual(stayed)
})

/** A fund with these payments per share and return of capital in percent by year. */
const paying = (
  rows: [exDate: string, payDate: string, amount: number][],
  percents: Record<string, number>
) => ({
  ...fund,
  payments: rows.map(([exDate, payDate, amount]) => ({ exDate, payDate, amount, isResidual: false })),
  returnOfCapital: {
    notices: [],
    finals: Object.entries(percents).map(([year, percent]) => ({ year, percent, source: '' }))
  }
})

test.each([
  // XDTE in data/.
  ['2025-12-31', '2026-01-02', '2025'],
  ['2025-10-01', '2026-01-30', '2025'],
  ['2025-09-30', '2026-01-02', '2026'],
  ['2025-12-31', '2026-02-02', '2026'],
  ['2026-01-02', '2026-01-05', '2026'],
  // Until May 2024 the record date was one session after the ex-date: December 29, and January 2.
  ['2023-12-28', '2024-01-02', '2023'],
  ['2023-12-29', '2024-01-03', '2024']
])('a payment with ex-date %s that is sent on %s is income of %s', (exDate, payDate, year) => {
  const of = paying([[exDate, payDate, 2.05324]], { '2025': 50 })
  const { years } = taxOf([trade('buy', '2023-06-01', 100, 50)], { of })
  // The figure of 2025 is final for 2025, an estimate for 2026, and says nothing about 2023 and 2024.
  const field = year === '2025' ? 'finalRoc' : 'carriedRoc'
  const figures = year < '2025' ? { unknown: 205.324 } : { [field]: 102.662, income: 102.662 }
  expect(years).toMatchObject([{ year, payments: 205.324, ...figures }])
})

test('a gain from a January payment belongs to December 31, too', () => {
  // $1 per share cost, $2 returned.
  const of = paying([['2025-12-31', '2026-01-02', 2]], { '2025': 100 })
  expect(taxOf([trade('buy', '2025-06-02', 100, 1)], { of }).years).toMatchObject([
    { year: '2025', finalRoc: 200, shortTerm: 100 }
  ])
})

test('average cost is the mean of costs already lowered by return of capital', () => {
  // 100 at $20, less $18 returned in 2025: $200. 100 at $10 join: $1,200 for 200, $6 each. 100 sold at $10.
  const of = paying([['2025-06-12', '2025-06-13', 18]], { '2025': 100 })
  const trades = [
    trade('buy', '2025-03-03', 100, 20),
    trade('buy', '2025-09-02', 100, 10),
    trade('sell', '2026-02-02', 100, 10)
  ]
  const { years, adjustedCost } = taxOf(trades, { of, methods: [{ account: 'A', method: 'average' }] })
  expect(adjustedCost).toBe(600)
  expect(years).toMatchObject([
    { year: '2026', shortTerm: 400, longTerm: 0 },
    { year: '2025', shortTerm: 0, longTerm: 0 }
  ])
})

test('with average cost, every share has the mean basis when capital is returned or shares are moved', () => {
  const methods = [{ account: 'A', method: 'average' as const }]
  const trades = [trade('buy', '2025-03-03', 100, 2), trade('buy', '2025-05-02', 100, 10)]
  // $6 each, $5 returned: nothing beyond the basis. First in, first out: 100 x (5 - 2) beyond it.
  const of = paying([['2025-06-12', '2025-06-13', 5]], { '2025': 100 })
  expect(taxOf(trades, { of, methods })).toMatchObject({ adjustedCost: 200, years: [{ shortTerm: 0 }] })
  expect(taxOf(trades, { of })).toMatchObject({ adjustedCost: 500, years: [{ shortTerm: 300 }] })
  const moved = [
    ...trades,
    { ...trade('transfer-out', '2025-07-01', 100, 0), price: null },
    { ...trade('transfer-in', '2025-07-02', 100, 0), price: null, account: 'B' },
    { ...trade('sell', '2026-01-05', 100, 4), account: 'B' }
  ]
  expect(taxOf(moved, { of, methods })).toMatchObject({ adjustedCost: 100, years: [{ shortTerm: 300 }, {}] })
})

test('capital returned before a split that only the broker booked belongs to the old shares', () => {
  // 1,000 at $10, less 1,000 x $1, then 1 for 10: 100 shares that cost $9,000.
  const of = paying([['2025-06-12', '2025-06-13', 1]], { '2025': 100 })
  const split = {
    id: 's',
    account: 'A',
    symbol: 'MSTY',
    date: '2025-09-02',
    type: 'split' as const,
    shares: -900
  }
  expect(taxOf([trade('buy', '2025-03-03', 1000, 10), split], { of }).adjustedCost).toBe(9000)
})

test.each([
  // Revenue Ruling 66-7: the count begins the day after, and a year has to be exceeded.
  ['2023-02-28', '2024-02-29', '2024-03-01'],
  ['2024-02-28', '2025-02-28', '2025-03-01'],
  ['2024-02-29', '2025-02-28', '2025-03-01'],
  ['2024-06-03', '2025-06-03', '2025-06-04']
])('shares bought on %s are short term on %s and long term on %s', (bought, lastShort, firstLong) => {
  const sold = (day: string) =>
    taxOf([trade('buy', bought, 100, 5), trade('sell', day, 100, 6)], { of: paying([], {}) }).years
  expect(sold(lastShort)).toMatchObject([{ shortTerm: 100, longTerm: 0 }])
  expect(sold(firstLong)).toMatchObject([{ shortTerm: 0, longTerm: 100 }])
})

test('tax withheld from payments of a fund without figures is not in a table of payments without it', () => {
  const withheld = (id: string, symbol: string): Transaction => ({
    id,
    account: 'A',
    symbol,
    date: '2026-01-10',
    type: 'withheld',
    amount: 7
  })
  const { years } = taxOf([trade('buy', '2025-12-01', 100, 5), withheld('w', 'MSTY'), withheld('x', 'VTI')])
  expect(years[0]).toMatchObject({ year: '2026', withheld: 7 })
})
