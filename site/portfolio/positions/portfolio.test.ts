import { expect, test } from 'vitest'
import type { FundData } from '../../../admin-api/contract/open-data.ts'
import { makeComing, makeWeeklyFund } from '../../testing/make-fund-data.ts'
import type { HeldFund } from '../funds/held-fund.ts'
import { closeOfDay, sharesSince, toHeldFund } from '../funds/held-fund.ts'
import { reduceLedger } from '../ledger/reduce-ledger.ts'
import type { Lot } from '../ledger/take-shares.ts'
import type { Trade } from '../ledger/transaction.ts'
import { calculateHoldings } from './holdings.ts'
import {
  breakEvenDay,
  type FundPlan,
  goalOutlook,
  incomeGoalDay,
  planMonths,
  type Scenario,
  yearlyPriceRatio
} from './outlook.ts'
import { listPortfolioPayments, type PortfolioPayment } from './portfolio-payments.ts'
import { monthSpan, paymentsWithin, rangeOfPayments, spansOf, sumOf } from './spans.ts'

type Row = readonly [exDate: string, payDate: string, amount: number]
const toPayment = ([exDate, payDate, amount]: Row) => ({ exDate, payDate, amount, isResidual: false })

/** As in data/: 5-for-1 reverse split on December 8, 2025, amounts and closes on the basis after it. */
const msty: HeldFund = {
  symbol: 'MSTY',
  name: 'YieldMax MSTR Option Income Strategy ETF',
  state: 'open',
  asOf: '2025-12-31',
  upcoming: makeComing('2026-01-08', { amount: 0.5, low: 0.4, high: 0.6 }),
  noEstimate: null,
  payments: (
    [
      ['2025-10-30', '2025-10-31', 0.962],
      ['2025-11-06', '2025-11-07', 0.844],
      ['2025-11-13', '2025-11-14', 0.81],
      ['2025-11-20', '2025-11-21', 0.7375],
      ['2025-11-28', '2025-12-01', 0.676],
      ['2025-12-04', '2025-12-05', 0.695],
      ['2025-12-11', '2025-12-12', 0.5859],
      ['2025-12-18', '2025-12-19', 0.3869],
      ['2025-12-26', '2025-12-29', 0.5106]
    ] as const
  ).map(toPayment),
  closes: [
    { date: '2025-11-03', close: 53.6 },
    { date: '2025-12-05', close: 35.05 },
    { date: '2025-12-08', close: 35.8 },
    { date: '2025-12-31', close: 29.6 }
  ],
  splits: [{ date: '2025-12-08', oldShares: 5, newShares: 1 }],
  underlying: null,
  returnOfCapital: { notices: [], finals: [] },
  pastRatios: [],
  pathErrors: [],
  reinvestment: null
}

/** As in data/: every four weeks until October 9, 2025, weekly from then on. */
const nvdy: HeldFund = {
  ...msty,
  symbol: 'NVDY',
  name: 'YieldMax NVDA Option Income Strategy ETF',
  asOf: '2025-11-28',
  upcoming: makeComing('2025-12-04', { amount: 0.15, low: 0.1, high: 0.2 }),
  payments: (
    [
      ['2025-08-14', '2025-08-15', 0.8397],
      ['2025-09-11', '2025-09-12', 0.6428],
      ['2025-10-09', '2025-10-10', 0.7954],
      ['2025-10-16', '2025-10-17', 0.1094],
      ['2025-10-23', '2025-10-24', 0.1206],
      ['2025-10-30', '2025-10-31', 0.1824],
      ['2025-11-06', '2025-11-07', 0.3186],
      ['2025-11-13', '2025-11-14', 0.1439],
      ['2025-11-20', '2025-11-21', 0.1497],
      ['2025-11-28', '2025-12-01', 0.1632]
    ] as const
  ).map(toPayment),
  closes: [
    { date: '2025-08-25', close: 16.9 },
    { date: '2025-11-28', close: 14.38 }
  ],
  splits: []
}
const funds = new Map([msty, nvdy].map((fund) => [fund.symbol, fund]))
const buy = (values: Partial<Trade>): Trade => ({
  id: 'a',
  account: '',
  type: 'buy',
  symbol: 'MSTY',
  shares: 100,
  date: '2025-11-03',
  price: null,
  fee: 0,
  ...values
})
const lotsOf = (...trades: Trade[]): Lot[] => reduceLedger(trades, funds).lots
const lot = (values: Partial<Trade>): Lot => lotsOf(buy(values))[0] as Lot

test('a 5-for-1 reverse split leaves a fifth of the shares, and a close of that day is a fifth of the stored one', () => {
  // $10.72 was the close on November 3, 2025, before the split: 53.60 / 5.
  expect(lot({}).shares).toBe(20)
  expect(closeOfDay(msty, '2025-11-03')).toBeCloseTo(10.72, 10)
  expect(lot({}).cost).toBeCloseTo(1072, 10)
  expect(lot({ price: 11 }).cost).toBe(1100)
})

test('shares bought on the first session after a split are new shares', () => {
  expect(sharesSince(msty.splits, '2025-12-05')).toBe(0.2)
  expect(sharesSince(msty.splits, '2025-12-08')).toBe(1)
  expect(sharesSince([{ date: null, oldShares: 3, newShares: 1 }], '2024-01-02')).toBe(1)
})

test('MSTY matches figures by hand: amounts as paid times the shares of that day', () => {
  // As paid: 100 x (0.1688 + 0.162 + 0.1475 + 0.1352 + 0.139) + 20 x (0.5859 + 0.3869 + 0.5106) = 75.25 + 29.668
  expect(calculateHoldings([lot({})], funds, '2026-01-01')).toMatchObject({
    counted: 1,
    value: 592,
    received: expect.closeTo(104.918, 8),
    gain: expect.closeTo(592 + 104.918 - 1072, 8),
    gainShare: expect.closeTo(-375.082 / 1072, 8),
    cashIn: expect.closeTo(1072, 8),
    cashOut: expect.closeTo(104.918, 8),
    yearlyRate: null
  })
})

test('NVDY matches figures by hand across the change from four weeks to weekly', () => {
  // 10 x (0.6428 + 0.7954 + 0.1094 + 0.1206 + 0.1824 + 0.3186 + 0.1439 + 0.1497) = 24.628; the payment on December 1
  // is still ahead. The rate is Newton's method on the same nine flows and 143.80 in Python: -0.0139092.
  const held = lot({ symbol: 'NVDY', shares: 10, date: '2025-08-25' })
  expect(calculateHoldings([held], funds, '2025-11-28')).toMatchObject({
    cost: expect.closeTo(169, 8),
    received: expect.closeTo(24.628, 8),
    value: expect.closeTo(143.8, 8),
    yearlyRate: expect.closeTo(-0.0139092, 6)
  })
})

test('the ex-date is too late to buy, the day before is not', () => {
  const exDates = (date: string) =>
    listPortfolioPayments([lot({ date })], funds, { today: '2026-01-01', until: '2025-12-31' }).map(
      ({ exDate }) => exDate
    )
  expect(exDates('2025-12-18')).toEqual(['2025-12-26'])
  expect(exDates('2025-12-17')).toEqual(['2025-12-18', '2025-12-26'])
})

const coming = (today: string, until: string, lots = [lot({})]): PortfolioPayment[] =>
  listPortfolioPayments(lots, funds, { today, until }).filter(({ state }) => state !== 'paid')

test('coming payments are taken as published, times the shares of their ex-dates', () => {
  const payments = coming('2026-01-01', '2026-01-23')
  expect(payments.map(({ exDate, payDate }) => [exDate, payDate])).toEqual([
    ['2026-01-08', '2026-01-09'],
    ['2026-01-15', '2026-01-16'],
    ['2026-01-22', '2026-01-23']
  ])
  expect(payments[0]).toMatchObject({
    state: 'estimated',
    ownBy: '2026-01-07',
    amount: 10,
    range: { low: 8, high: 12 }
  })
  expect(payments[1]).toMatchObject({ state: 'projected', amount: 10 })
  expect(coming('2026-01-01', '2026-12-31')).toHaveLength(51)
})

test('a declared payment counts once, stored or not, with its amount and without a range', () => {
  // The payment of November 28 is stored and was not paid by then; that of December 4 is only announced.
  const [next, ...later] = nvdy.upcoming
  const announced = { ...next, state: 'declared', amount: 0.2, low: null, high: null } as const
  const stored = { ...announced, ex_date: '2025-11-28', pay_date: '2025-12-01', amount: 0.1632 }
  const known = new Map([
    ['NVDY', { ...nvdy, upcoming: [stored, announced, ...later] as HeldFund['upcoming'] }]
  ])
  const held = lot({ symbol: 'NVDY', date: '2025-08-25' })
  const payments = listPortfolioPayments([held], known, { today: '2025-11-28', until: '2025-12-12' })
  expect(payments.slice(-3)).toMatchObject([
    { state: 'declared', exDate: '2025-11-28', amount: expect.closeTo(16.32, 8), range: null },
    { state: 'declared', exDate: '2025-12-04', amount: 20, range: null },
    { state: 'projected', exDate: '2025-12-11', amount: 15 }
  ])
})

test('a data file of an earlier release shows what is stored, and no coming payments', () => {
  const { upcoming: _, ...data } = makeWeeklyFund()
  const fund = toHeldFund(data as FundData)
  const held = lot({ date: '2026-05-04' })
  const payments = listPortfolioPayments([held], new Map([['MSTY', fund]]), {
    today: '2026-06-03',
    until: '2027-06-03'
  })
  expect(payments.map(({ state }) => state)).toEqual(['paid', 'paid'])
})

test("a payment whose day passed without news is 'expected'", () => {
  expect(coming('2026-01-14', '2026-01-20').map(({ state }) => state)).toEqual(['expected', 'projected'])
})

test('a closed fund keeps its past payments and has no upcoming ones', () => {
  const closed: HeldFund = {
    ...msty,
    state: 'closed',
    upcoming: [],
    noEstimate: 'MSTY is closed.'
  }
  const payments = listPortfolioPayments([lot({})], new Map([['MSTY', closed]]), {
    today: '2026-06-01',
    until: '2027-06-01'
  })
  expect(sumOf(payments).amount).toBeCloseTo(104.918, 8)
  expect(payments.every(({ state }) => state === 'paid')).toBe(true)
})

test('shares sold on the ex-date get the payment, shares sold the day before do not', () => {
  const sell = (date: string) => buy({ id: 's', type: 'sell', shares: 20, price: 30, date })
  const received = (date: string) =>
    calculateHoldings(lotsOf(buy({}), sell(date)), funds, '2026-01-01').received
  // Up to the payment of December 4: 75.25. The payment of December 11 is 20 x 0.5859 = 11.718.
  expect(received('2025-12-10')).toBeCloseTo(75.25, 8)
  expect(received('2025-12-11')).toBeCloseTo(86.968, 8)
})

test('a sale counts with its proceeds, and remaining shares count with their value', () => {
  // Half of 20 shares at 32 less a fee of 1: 319; the other half at 29.60.
  const lots = lotsOf(
    buy({}),
    buy({ id: 's', type: 'sell', shares: 10, price: 32, fee: 1, date: '2025-12-30' })
  )
  expect(calculateHoldings(lots, funds, '2026-01-01')).toMatchObject({
    cost: expect.closeTo(1072, 8),
    sold: expect.closeTo(319, 8),
    value: expect.closeTo(296, 8),
    gain: expect.closeTo(296 + 319 + 104.918 - 1072, 8)
  })
})

test('a reinvested payment is neither cash out nor cash in', () => {
  // 1072 paid for 20 shares. The payment of 20 x 0.5859 = 11.718 buys 0.5 on December 12, which get
  // 0.5 x (0.3869 + 0.5106) = 0.44875. Received: 104.918 + 0.44875; in cash 11.718 less.
  const reinvested = buy({ id: 'r', type: 'reinvest', shares: 0.5, price: 23.436, date: '2025-12-12' })
  expect(calculateHoldings(lotsOf(buy({}), reinvested), funds, '2026-01-01')).toMatchObject({
    cost: expect.closeTo(1083.718, 8),
    received: expect.closeTo(105.36675, 8),
    cashIn: expect.closeTo(1072, 8),
    cashOut: expect.closeTo(93.64875, 8)
  })
  // All 20.5 shares sold at 30: 615 more in cash.
  const sold = buy({ id: 's', type: 'sell', shares: 20.5, price: 30, date: '2025-12-30' })
  expect(calculateHoldings(lotsOf(buy({}), reinvested, sold), funds, '2026-01-01')).toMatchObject({
    cashIn: expect.closeTo(1072, 8),
    cashOut: expect.closeTo(708.64875, 8)
  })
})

test('a lot without a known price is left out of cost, value and rate', () => {
  const unknown = lot({ id: 'b', date: '2024-01-02' })
  const figures = calculateHoldings([lot({}), unknown, lot({ id: 'c', symbol: 'NONE' })], funds, '2026-01-01')
  expect(figures.counted).toBe(1)
  expect(figures.leftOut.map(({ id }) => id)).toEqual(['b', 'c'])
  expect(figures.cost).toBeCloseTo(1072, 8)
})

test('payments to shares that left without a sale count no more than their cost', () => {
  const move = (type: 'transfer-out' | 'transfer-in', account: string, shares: number) =>
    buy({ id: type, type, account, shares, date: '2025-12-10' })
  // 20 shares got 75.25 by December 10, and 20 x (0.5859 + 0.3869 + 0.5106) = 29.668 afterwards.
  const left = calculateHoldings(lotsOf(buy({}), move('transfer-out', '', 20)), funds, '2026-01-01')
  expect(left).toMatchObject({ cost: 0, received: 0, gain: 0, gainShare: null, yearlyRate: null })
  const moved = lotsOf(buy({}), move('transfer-out', '', 20), move('transfer-in', 'IRA', 20))
  expect(calculateHoldings(moved, funds, '2026-01-01')).toMatchObject({
    cost: expect.closeTo(1072, 8),
    received: expect.closeTo(104.918, 8)
  })
  // Three quarters arrive: three quarters of the cost, and of the payments before and after.
  const partly = lotsOf(buy({}), move('transfer-out', '', 20), move('transfer-in', 'IRA', 15))
  expect(calculateHoldings(partly, funds, '2026-01-01')).toMatchObject({
    cost: expect.closeTo(0.75 * 1072, 8),
    received: expect.closeTo(0.75 * 104.918, 8)
  })
})

test('shares take what they cost and received to the account they are in, and the accounts add up', () => {
  const move = (type: 'transfer-out' | 'transfer-in', account: string) =>
    buy({ id: type, type, account, shares: 15, date: '2025-12-10' })
  const lots = lotsOf(buy({}), move('transfer-out', ''), move('transfer-in', 'IRA'))
  const [all, left, moved] = [null, '', 'IRA'].map((account) =>
    calculateHoldings(lots, funds, '2026-01-01', account)
  )
  expect(moved).toMatchObject({
    cost: expect.closeTo(0.75 * 1072, 8),
    received: expect.closeTo(0.75 * 104.918, 8)
  })
  expect((left?.cost ?? 0) + (moved?.cost ?? 0)).toBeCloseTo(all?.cost ?? 0, 8)
  expect((left?.received ?? 0) + (moved?.received ?? 0)).toBeCloseTo(all?.received ?? 0, 8)
  expect((left?.gain ?? 0) + (moved?.gain ?? 0)).toBeCloseTo(all?.gain ?? 0, 8)
})

test('a week starts on Monday, a month ends on its last day, a year has 365 days', () => {
  expect(spansOf('2026-03-01')).toEqual({
    week: { from: '2026-02-23', to: '2026-03-01' },
    nextWeek: { from: '2026-03-02', to: '2026-03-08' },
    month: { from: '2026-03-01', to: '2026-03-31' },
    nextMonth: { from: '2026-04-01', to: '2026-04-30' },
    year: { from: '2026-03-01', to: '2027-02-28' }
  })
  expect(monthSpan('2028-02-10')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})

test('payments in a span are summed by state', () => {
  const payments = listPortfolioPayments([lot({})], funds, { today: '2026-01-01', until: '2026-12-31' })
  const { week } = spansOf('2026-01-01')
  // December 29: 20 x 0.5106, paid. The estimate pays on January 9, the week after.
  expect(sumOf(paymentsWithin(payments, week))).toMatchObject({
    paid: expect.closeTo(10.212, 8),
    estimated: 0
  })
})

test('a paid amount moves the range of a sum without widening it', () => {
  // Ten past weeks, each missed by a tenth: 20 x 0.5 x 1.1 = 11 on top of the 10.212 paid; the range has the sum, too.
  const pastRatios = Array.from({ length: 10 }, (_, index) => ({
    week: `2025-1${index < 5 ? 0 : 1}-0${(index % 5) + 1}`,
    ratio: 1.1
  }))
  const known = new Map([['MSTY', { ...msty, pastRatios }]])
  const payments = listPortfolioPayments([lot({})], known, { today: '2026-01-01', until: '2026-12-31' })
  const range = rangeOfPayments(paymentsWithin(payments, { from: '2025-12-29', to: '2026-01-09' }), known)
  expect(range).toEqual({
    low: expect.closeTo(20.212, 8),
    high: expect.closeTo(21.212, 8)
  })
  expect(
    rangeOfPayments(paymentsWithin(payments, { from: '2025-12-29', to: '2025-12-31' }), known)
  ).toBeNull()
})

const goal = (scenario: Scenario, priceRatio = 0.5, sum = 1000) =>
  goalOutlook(
    [{ amount: 100, priceRatio, crashShare: 0.5 }],
    { received: 0, goal: sum },
    scenario,
    '2026-01-01'
  )

test('a goal is reached at a steady rate, later at half of it, and never with dwindling payments', () => {
  // 1000 at 100 a year takes 10 years: 3650 days; at 50 a year 20.
  expect(goal('hold')).toEqual({ reachedOn: '2035-12-30', sum: 1000 })
  expect(goal('crash')).toEqual({ reachedOn: '2045-12-27', sum: 1000 })
  // 100 are expected in the first year, whose average is that of its middle; from the next on, halved each year:
  // 100/12 * 0.5^(6.5/12) / (1 - 0.5^(1/12)) = 102.0.
  expect(goal('fall')).toEqual({ reachedOn: null, sum: expect.closeTo(202.0, 1) })
  expect(goal('fall', 0.5, 100).reachedOn).toBe(goal('hold', 0.5, 100).reachedOn)
  expect(goal('fall', 3)).toEqual(goal('hold'))
  expect(goal('hold', 1, 4001)).toEqual({ reachedOn: null, sum: expect.closeTo(4000, 6) })
})

test('contributions pay what closed-form formulas give, with and without reinvesting', () => {
  const [dollars, rate, months] = [500, 0.04, 36]
  const sumOfPlan = (isReinvested: boolean) =>
    planMonths({ monthlyDollars: dollars, isReinvested, monthlyRate: rate }, months, () => 0).reduce(
      (sum, { paid }) => sum + paid,
      0
    )
  expect(sumOfPlan(false)).toBeCloseTo((dollars * rate * months * (months + 1)) / 2, 6)
  // Contributions and their payments add up to the value of an annuity due.
  const value = (dollars * (1 + rate) * ((1 + rate) ** months - 1)) / rate
  expect(sumOfPlan(true)).toBeCloseTo(value - dollars * months, 6)
  // A holding whose payments of 40 a month are reinvested at 4 % is one of 1,000 that compounds.
  const held = planMonths({ monthlyDollars: 0, isReinvested: true, monthlyRate: rate }, months, () => 40)
  expect(held.reduce((sum, { paid }) => sum + paid, 0)).toBeCloseTo(1000 * ((1 + rate) ** months - 1), 6)
})

test('a plan brings the goal closer', () => {
  // Without: 1000 at 100 a year takes 120 months. 100 a month at 1 % adds n each month: 8.33 n + n (n + 1) / 2 = 1000.
  const plan = { monthlyDollars: 100, isReinvested: false, monthlyRate: 0.01 }
  const { reachedOn } = goalOutlook(
    [{ amount: 100, priceRatio: 1, plan }],
    { received: 0, goal: 1000 },
    'hold',
    '2026-01-01'
  )
  // n = 36.7 months.
  expect(reachedOn?.slice(0, 7)).toBe('2029-01')
})

test('a monthly income is reached in the month that contributions, reinvesting or falling payments allow', () => {
  const day = (goal: number, plan: FundPlan | undefined, scenario: Scenario = 'hold') =>
    incomeGoalDay([{ amount: 1200, priceRatio: 0.5, crashShare: 0.5, plan }], goal, scenario, '2026-01-01')
  // 100 a month now. 1,000 a month at 2 % add 20 each month: 100 + 20 n is 200 in the fifth month, 122 days on.
  const contributing = { monthlyDollars: 1000, isReinvested: false, monthlyRate: 0.02 }
  expect(day(200, contributing)).toBe('2026-05-03')
  // 100 * 1.02^n is 199.99 for n = 35 and 203.99 for n = 36: three years on.
  const reinvesting = { monthlyDollars: 0, isReinvested: true, monthlyRate: 0.02 }
  expect(day(200, reinvesting)).toBe('2028-12-31')
  expect(day(100, undefined)).toBe('2026-01-01')
  expect(day(200, undefined)).toBeNull()
  // Half of 120 in the first month; with payments that halve each year, 20 more a month never make up for it.
  expect(day(60, contributing, 'crash')).toBe('2026-01-01')
  expect(day(1000, reinvesting, 'fall')).toBeNull()
})

test('a goal that is already met is reached today, and without payments none is reached', () => {
  expect(breakEvenDay({ cashIn: 100, cashOut: 120 }, 0, '2026-01-01')).toBe('2026-01-01')
  expect(breakEvenDay({ cashIn: 100, cashOut: 50 }, 0, '2026-01-01')).toBeNull()
  expect(breakEvenDay({ cashIn: 100, cashOut: 50 }, 50, '2026-01-01')).toBe('2027-01-01')
})

test('a price is compared with the one a year before, or annualized from the first', () => {
  const closes = (first: string) => [
    { date: first, close: 20 },
    { date: '2026-06-30', close: 10 }
  ]
  expect(yearlyPriceRatio(closes('2025-06-30'))).toBe(0.5)
  expect(yearlyPriceRatio(closes('2025-12-29'))).toBeCloseTo(0.5 ** (365 / 183), 8)
  expect(yearlyPriceRatio(closes('2026-05-29'))).toBe(1)
  expect(yearlyPriceRatio([])).toBe(1)
})
