import { expect, test } from 'vitest'
import { makeDataPayment, makeFundData } from '../../testing/make-fund-data.ts'
import { calculatePortfolio } from '../calculate-portfolio.ts'
import type { NewTransaction, Transaction } from '../ledger/transaction.ts'
import { toHeldFund } from './held-fund.ts'
import { isUsListed } from './own-holding.ts'

const today = '2026-07-08'

function number(rows: readonly NewTransaction[]): Transaction[] {
  return rows.map((row, i) => ({ ...row, id: String(i) }) as Transaction)
}

const at = { account: 'Schwab', symbol: 'SCHD' }
const buy = (date: string, shares: number, price: number): NewTransaction => ({
  ...at,
  type: 'buy',
  date,
  shares,
  price,
  fee: 0
})
const cash = (date: string, amount: number): NewTransaction => ({ ...at, type: 'cash', date, amount })

const quarters = ['2025-03-31', '2025-06-30', '2025-09-29', '2025-12-15', '2026-03-30', '2026-06-29']

function schd(...more: NewTransaction[]) {
  return number([buy('2025-01-06', 100, 27), ...quarters.map((date, i) => cash(date, 25 + i)), ...more])
}

test('a holding that the site does not cover has shares, cost, payments and value from its rows', () => {
  const figures = calculatePortfolio(schd(buy('2026-06-30', 10, 28)), new Map(), today, { own: ['SCHD'] })
  const [fund] = figures.funds
  expect(fund).toMatchObject({ shares: 110, received: 165, value: 110 * 28 })
  expect(fund?.holdings).toMatchObject({ cost: 2980, received: 165, gain: 3080 + 165 - 2980 })
  expect(
    figures.payments.filter(({ state }) => state === 'paid').map(({ payDate, amount }) => [payDate, amount])
  ).toEqual(quarters.map((date, i) => [date, 25 + i]))
})

test('the price of the purchase counts as the value of today, also for the yearly rate', () => {
  const rows = number([buy('2024-07-08', 100, 27), cash('2025-07-08', 54)])
  const { holdings } = calculatePortfolio(rows, new Map(), today, { own: ['SCHD'] })
  // By hand: 2700 = 54 / (1 + r) + 2700 / (1 + r)^2 over two years of 365 days.
  expect(holdings).toMatchObject({ value: 2700, yearlyRate: expect.closeTo(0.01005, 5) })
})

test('coming payments follow the rhythm and the average of the last four, on the shares held now', () => {
  const { payments, year } = calculatePortfolio(schd(buy('2026-06-30', 100, 28)), new Map(), today, {
    own: ['SCHD']
  })
  const coming = payments.filter(({ state }) => state !== 'paid')
  expect(
    coming.map(({ payDate, state, isOwn, range }) => [payDate.slice(0, 7), state, isOwn, range])
  ).toEqual([
    ['2026-09', 'estimated', true, null],
    ['2026-12', 'projected', true, null],
    ['2027-03', 'projected', true, null],
    ['2027-06', 'projected', true, null]
  ])
  // 27 to 30 dollars for 100 shares.
  expect(coming[0]?.perShare).toBeCloseTo(0.285, 10)
  expect(year.sum.coming).toBeCloseTo(4 * 57, 8)
})

test('eight payments give a range that contains the payment', () => {
  const days = ['01-31', '02-28', '03-31', '04-30', '05-29', '06-30'].map((day) => `2026-${day}`)
  const rows = number([
    buy('2025-01-06', 100, 27),
    ...['2025-10-31', '2025-11-28', '2025-12-31', ...days].map((date, i) => cash(date, 20 + (i % 3)))
  ])
  const { payments } = calculatePortfolio(rows, new Map(), today, { own: ['SCHD'] })
  const next = payments.find(({ state }) => state === 'estimated')
  expect(next?.payDate.slice(0, 7)).toBe('2026-07')
  const { low = 0, high = 0 } = next?.range ?? {}
  expect(low).toBeLessThan(next?.amount ?? 0)
  expect(high).toBeGreaterThan(next?.amount ?? 0)
})

test.each([
  ['none', []],
  ['few', [cash('2026-03-30', 20), cash('2026-06-29', 20)]],
  [
    'irregular',
    ['2025-02-03', '2025-04-30', '2025-05-12', '2025-11-03', '2026-06-29'].map((day) => cash(day, 20))
  ],
  ['stopped', ['2025-02-28', '2025-03-31', '2025-04-30', '2025-05-30'].map((day) => cash(day, 20))]
] as const)('a payer without a rhythm has no coming payment and says why: %s', (reason, paid) => {
  const rows = number([buy('2025-01-06', 100, 27), ...paid, { ...buy('2026-07-01', 1, 5), symbol: 'O' }])
  const { funds, payments } = calculatePortfolio(rows, new Map(), today, { own: ['SCHD'] })
  expect(funds[0]?.fund.own?.rhythm).toEqual({ reason })
  expect(payments.filter(({ state }) => state !== 'paid')).toEqual([])
})

test('shares bought between ex-date and pay date do not lower the payment per share', () => {
  const rows = schd(buy('2026-06-25', 100, 28))
  const { payments } = calculatePortfolio(rows, new Map(), today, { own: ['SCHD'] })
  expect(payments.findLast(({ state }) => state === 'paid')).toMatchObject({ shares: 100, amount: 30 })
  expect(payments.find(({ state }) => state === 'estimated')).toMatchObject({ shares: 200 })
})

test('payments before the first known purchase count as received, and to no cost', () => {
  const rows = number([cash('2025-03-31', 25), buy('2025-05-06', 100, 27), cash('2025-06-30', 26)])
  const { funds, payments } = calculatePortfolio(rows, new Map(), today, { own: ['SCHD'] })
  expect(funds[0]?.received).toBe(51)
  expect(funds[0]?.holdings.received).toBe(26)
  expect(payments[0]).toMatchObject({ shares: 0, amount: 25 })
})

test('a reinvestment without the row of its payment is the payment', () => {
  const reinvest = { ...at, type: 'reinvest', shares: 2, price: 27, fee: 0 } as const
  const rows = number([
    buy('2025-01-06', 100, 27),
    { ...reinvest, date: '2025-03-31' },
    { ...reinvest, date: '2025-06-30' },
    cash('2025-06-30', 54)
  ])
  const { funds } = calculatePortfolio(rows, new Map(), today, { own: ['SCHD'] })
  expect(funds[0]).toMatchObject({ shares: 104, received: 108 })
  expect(funds[0]?.holdings.gain).toBeCloseTo(104 * 27 + 108 - 2808, 8)
})

test('accounts add up to all, also where both are paid on one day', () => {
  const ira = schd().map((row) => ({ ...row, id: `i${row.id}`, account: 'IRA' }))
  const figuresOf = (account: string | null) =>
    calculatePortfolio([...schd(), ...ira], new Map(), today, { own: ['SCHD'], account })
  expect(figuresOf(null).payments).toHaveLength(quarters.length + 4)
  for (const account of ['IRA', 'Schwab'])
    expect(figuresOf(account).funds[0]).toMatchObject({ shares: 100, received: 165 })
  expect(figuresOf(null).funds[0]?.received).toBe(330)
  expect(figuresOf('IRA').year.sum.coming * 2).toBeCloseTo(figuresOf(null).year.sum.coming, 8)
})

test('the value is at the last price, an entered one wins, and none is from before a split', () => {
  const priceOf = (rows: Transaction[], date?: string) =>
    calculatePortfolio(rows, new Map(), today, {
      own: ['SCHD'],
      prices: date === undefined ? [] : [{ symbol: 'SCHD', date, price: 31 }]
    }).funds[0]
  expect(priceOf(schd())?.fund.own?.price).toEqual({ date: '2025-01-06', price: 27, from: 'file' })
  expect(priceOf(schd(), '2026-07-01')?.value).toBe(3100)
  expect(priceOf(schd(), '2024-07-01')?.value).toBe(2700)
  const split = schd({ ...at, type: 'split', date: '2026-07-01', shares: 200 })
  expect(priceOf(split)).toMatchObject({ shares: 300, value: null, received: 165 })
  expect(priceOf(split, '2026-07-02')?.value).toBe(9300)
})

test('a holding that was covered later has the figures of the fund, by the same rows', () => {
  const data = makeFundData(
    'SCHD',
    { '2025-01-06': 27, [today]: 30 },
    {
      payments: quarters.map((day) => makeDataPayment(day, 0.25))
    }
  )
  const rows = schd()
  const covered = calculatePortfolio(rows, new Map([['SCHD', toHeldFund(data)]]), today, { own: [] })
  expect(covered.funds[0]).toMatchObject({ shares: 100, received: 150, value: 3000 })
  expect(covered.payments.some(({ isOwn }) => isOwn)).toBe(false)
})

test('figures of covered funds do not change beside other holdings', () => {
  const data = makeFundData(
    'MSTY',
    { '2025-01-06': 20, [today]: 18 },
    {
      payments: [makeDataPayment('2026-06-25', 0.5)]
    }
  )
  const funds = new Map([['MSTY', toHeldFund(data)]])
  const msty = number([{ ...buy('2025-01-06', 100, 20), symbol: 'MSTY' }]).map((row) => ({ ...row, id: 'm' }))
  const alone = calculatePortfolio(msty, funds, today)
  const beside = calculatePortfolio([...msty, ...schd()], funds, today, { own: ['SCHD'] })
  expect(beside.byFund.find(({ symbol }) => symbol === 'MSTY')).toEqual(alone.byFund[0])
})

test('symbols of US markets are recognized', () => {
  expect(
    ['SCHD', 'O', 'BRK.B', 'BRK/B', 'BAC-PL', 'SPAXX', 'PSA PRH'].filter((one) => !isUsListed(one))
  ).toEqual([])
  expect(
    ['VUSA.L', 'BTC-USD', '912828ZQ6', 'US78462F1030', 'CBA.AX', '', 'APP 08/22/2025 475.00 C'].filter(
      isUsListed
    )
  ).toEqual([])
})
