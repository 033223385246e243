import { expect, test } from 'vitest'
import { makeStock } from '../../testing/make-stock.ts'
import {
  calculate,
  caretAfterDigits,
  highestTyped,
  holdingForIncome,
  holdingThatKeeps,
  readDollars,
  readWholeNumber,
  shareLink
} from './calculator.ts'

const weekly = makeStock({ dividend: 0.3, low: 0.25, high: 0.37, price: 20, payment_frequency: 52 })

test('a hundred shares at $0.30 pay $30, 52 times a year', () => {
  expect(calculate(100, weekly)).toMatchObject({
    status: 'ready',
    payout: 30,
    low: 25,
    high: 37,
    yearly: 1560,
    year: null
  })
})

test('the next 12 months are those of the outlook', () => {
  const year = {
    months: 12,
    to: '2027-05-29',
    payments: 52,
    amount: 9.84,
    low: 6.1,
    high: 13.9,
    quantiles: null
  }
  const calculation = calculate(100, { ...weekly, outlook: [year] })
  expect(calculation).toMatchObject({ year: { amount: 984, low: 610, high: 1390 } })
})

test('keeping the value takes a larger holding, with payments that stay equal', () => {
  const year = {
    months: 12,
    to: '2027-05-29',
    payments: 52,
    amount: 7.8,
    low: 5.2,
    high: 13,
    quantiles: null
  }
  const fund = {
    ...weekly,
    outlook: [year],
    latest_close: { date: '2026-05-29', close: 20 },
    pastYear: { priceChangePercent: -40, reinvestedShare: 0.75 }
  }
  // By hand: a quarter of 0.30 x 52 / 12 = $1.30 a month is $0.325 a share, and 500 / 0.325 = 1,538.5.
  expect(holdingThatKeeps(500, fund)).toEqual({ shares: 1539, dollars: 30_780 })
  // The year at its low end pays two thirds: 500 / (0.325 x 2 / 3) = 2,307.7.
  expect(holdingThatKeeps(500, fund, 'low')).toEqual({ shares: 2308, dollars: 46_160 })
  const reinvesting = (reinvestedShare: number | null) => ({
    ...fund,
    pastYear: { ...fund.pastYear, reinvestedShare }
  })
  // The price alone kept the value, but the year pays half of equal payments: 7.8 / 52 = $0.15 each.
  expect(holdingThatKeeps(500, reinvesting(0))).toEqual(holdingForIncome(500, 0.15, fund))
  for (const lost of [reinvesting(null), reinvesting(1), { ...fund, pastYear: null }])
    expect(holdingThatKeeps(500, lost)).toBeNull()
})

test('reinvested payments compound', () => {
  // By hand: $100 at $10 a share, $1 per share twice a year: 100 x 1.1 x 1.1 - 100 = 21.
  const twice = makeStock({ dividend: 1, price: 10, payment_frequency: 2 })
  const calculation = calculate(10, twice)
  expect(calculation.status === 'ready' && calculation.compounded).toBeCloseTo(21, 10)
})

test('compounding pays more than simple addition and grows with the shares', () => {
  const one = calculate(1, weekly)
  const ten = calculate(10, weekly)
  if (one.status !== 'ready' || ten.status !== 'ready') throw new Error('both should be ready')
  expect(one.compounded).toBeGreaterThan(one.yearly)
  expect(ten.compounded).toBeCloseTo(10 * (one.compounded ?? 0), 8)
})

test.each([
  // In floating point 300 x 12 / (0.0375 x 12) is 8000.000000000001.
  [300, 0.0375, 12, 8000],
  // 500 x 12 / (0.30 x 52) = 384.6
  [500, 0.3, 52, 385],
  // 500 x 12 / (0.25 x 52) = 461.5
  [500, 0.25, 52, 462],
  [500, 0.3, 4, 5000],
  [1, 0.7, 13, 2]
])(
  '$%d a month from payments of $%f, %d a year, takes %d shares',
  (income, amount, payment_frequency, shares) => {
    const terms = { payment_frequency, latest_close: { date: '2026-05-29', close: 20 } }
    expect(holdingForIncome(income, amount, terms)).toEqual({ shares, dollars: 20 * shares })
  }
)

test.each([
  [0, 0.3, 20],
  [500, 0, 20],
  [500, 0.3, 0],
  [Number.NaN, 0.3, 20]
])('an income of %d, a payment of %d and a price of %d need no holding', (income, amount, price) => {
  const latest_close = { date: '2026-05-29', close: price }
  expect(holdingForIncome(income, amount, { payment_frequency: 52, latest_close })).toBeNull()
})

test('a result without the newest close takes the price of its estimate', () => {
  const stock = makeStock({ price: 20, payment_frequency: 52 })
  expect(holdingForIncome(500, 0.3, stock)).toEqual({ shares: 385, dollars: 7700 })
})

test('without a price nothing can be reinvested', () => {
  expect(calculate(100, makeStock({ price: 0 }))).toMatchObject({ status: 'ready', compounded: null })
})

test.each([
  [100, 52, 34, 'Weeks'], // 1000 / 30 = 33.3
  [100, 13, 34, 'Months'],
  [100, 12, 34, 'Months'],
  [100, 24, 34, 'Payments'],
  [100, 4, 34, 'Payments'],
  [1000, 52, 4, 'Weeks'], // 1000 / 300 = 3.3
  [9_999_999, 52, 1, 'Weeks']
])('%d shares paid %d times a year reach $1,000 in %d %s', (shares, payment_frequency, payments, unit) => {
  expect(calculate(shares, makeStock({ dividend: 0.3, payment_frequency }))).toMatchObject({
    countdown: { payments, unit }
  })
})

test('a payout of exactly the goal takes one payment', () => {
  expect(calculate(1000, makeStock({ dividend: 1 }))).toMatchObject({ countdown: { payments: 1 } })
})

test.each([0, -5, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%d shares are not valid', (shares) => {
  expect(calculate(shares, weekly)).toEqual({ status: 'enter-shares' })
})

test.each([0, -0.1, Number.NaN])(
  'with a dividend of %d the status is unavailable, with or without shares',
  (dividend) => {
    const stock = makeStock({ dividend })
    expect(calculate(100, stock)).toEqual({ status: 'unavailable' })
    expect(calculate(0, stock)).toEqual({ status: 'unavailable' })
  }
)

test.each([
  ['', '', 0],
  ['abc', '', 0],
  ['0', '0', 0],
  ['007', '7', 7],
  ['1000', '1,000', 1000],
  ['1,0x00.5', '10,005', 10_005],
  ['-25', '25', 25]
])('%j is shown as %j', (typed, text, value) => {
  expect(readWholeNumber(typed)).toEqual({ text, value, fault: null })
})

test('numbers that are too large are cut and marked', () => {
  expect(readWholeNumber('999999999999')).toEqual({
    text: '9,999,999',
    value: highestTyped,
    fault: 'Limited to 9,999,999.'
  })
})

test.each([
  ['1,234.56', '1,234.56', 1234.56],
  ['1234.56', '1,234.56', 1234.56],
  ['$500.50', '500.50', 500.5],
  ['500.', '500.', 500],
  ['.5', '0.5', 0.5],
  ['500.505', '500.50', 500.5],
  ['1,234', '1,234', 1234],
  ['', '', 0]
])('dollars typed as %j are shown as %j', (typed, text, value) => {
  expect(readDollars(typed)).toEqual({ text, value, fault: null })
})

test.each(['1.234,56', '1.2.3'])('dollars typed as %j are refused, with what to type instead', (typed) => {
  const fault = 'Use a point for cents only, as in 1,234.56.'
  expect(readDollars(typed)).toEqual({ text: typed, value: 0, fault })
})

test('an income with cents takes as many shares as it needs', () => {
  const terms = { payment_frequency: 12, latest_close: { date: '2026-05-29', close: 20 } }
  // 500.50 / 0.50 = 1,001; a cent more takes another share.
  expect(holdingForIncome(500.5, 0.5, terms)?.shares).toBe(1001)
  expect(holdingForIncome(500.51, 0.5, terms)?.shares).toBe(1002)
})

test.each([
  ['12,345', 0, 0],
  ['12,345', 2, 2],
  ['12,345', 3, 4],
  ['12,345', 5, 6],
  ['12,345', 9, 6],
  ['', 1, 0],
  ['1,234.5', 6, 7]
])('in %j the caret after %d digits is at %d', (text, digits, caret) => {
  expect(caretAfterDigits(text, digits)).toBe(caret)
})

test('the post names symbol, payout, estimate and yield', () => {
  const link = new URL(
    shareLink(makeStock({ dividend: 0.3182, annualized_yield: 68.9 }), 100, null, '2026-06-04')
  )
  expect(link.origin + link.pathname).toBe('https://x.com/intent/post')
  const text = link.searchParams.get('text') ?? ''
  for (const part of ['100 shares', '$MSTY', '$31.82', '$0.3182', '68.9%']) expect(text).toContain(part)
  // A post has 280 characters, 23 of them for the link.
  expect(text.length).toBeLessThan(257)
  expect(link.searchParams.has('url')).toBe(false)
})

test('the page is added when its address is known', () => {
  const link = new URL(shareLink(makeStock(), 100, 'https://doubloon.example/msty', '2026-06-04'))
  expect(link.searchParams.get('url')).toBe('https://doubloon.example/msty')
})

test('a distribution whose ex-date has passed is not called the next', () => {
  const textOn = (today: string) =>
    new URL(shareLink(makeStock(), 100, null, today)).searchParams.get('text') ?? ''
  expect(textOn('2026-06-04')).toContain('at the next distribution')
  expect(textOn('2026-06-05')).toContain('at the distribution expected on June 4, 2026')
  expect(textOn('2026-06-05').length).toBeLessThan(257)
})
