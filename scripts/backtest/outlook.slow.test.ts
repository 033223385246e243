import { expect, test } from 'vitest'
import { readRealFacts } from '../../admin-api/testing/may-facts.ts'
import { scoreOutlooks, toOutlookLines, toOutlookTables } from './outlook.ts'
import { readHistories } from './read-histories.ts'

/** Families whose funds pay out most of their price, and one that keeps it. */
const families = ['yieldmax-portfolio', 'roundhill-other', 'defiance', 'goldman-premium', 'jpmorgan-premium']
const funds = readHistories(readRealFacts().funds).funds.filter(({ family }) => families.includes(family))
const before = { to: '2026-02-27' }
const rows = scoreOutlooks(funds, before)

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

test('a year is forecast with at most 0.6 of the error of repeating the last payments, half a year with 0.75', () => {
  for (const [weeks, most] of [
    [26, 0.75],
    [52, 0.6]
  ]) {
    const scored = rows.filter((row) => row.weeks === weeks)
    const errorOf = (of: (row: (typeof rows)[number]) => number) =>
      mean(scored.map((row) => Math.abs(of(row) / row.actual - 1)))
    expect(scored.length).toBeGreaterThan(200)
    expect(errorOf(({ amount }) => amount) / errorOf(({ repeated }) => repeated)).toBeLessThan(most ?? 0)
  }
})

test('at each horizon, three quarters to nine tenths of the sums are inside the 80 % range', () => {
  for (const weeks of [13, 26, 52]) {
    const scored = rows.filter((row) => row.weeks === weeks && row.quantiles !== null)
    const inside = scored.filter(({ actual, quantiles }) => {
      return actual >= (quantiles?.[1] ?? 0) && actual <= (quantiles?.[5] ?? 0)
    })
    expect(inside.length / scored.length).toBeGreaterThan(0.75)
    expect(inside.length / scored.length).toBeLessThan(0.9)
  }
})

test('payments and closes after an origin change no forecast made at it', () => {
  const origin = '2025-08-22'
  const span = { from: origin, to: origin }
  const later = funds.map((fund) => ({
    ...fund,
    payments: fund.payments.map((paid) => (paid.exDate > origin ? { ...paid, amount: 7 } : paid)),
    closes: fund.closes.map((close) => (close.date > origin ? { ...close, close: 1 } : close))
  }))
  const forecastOf = ({ symbol, weeks, amount, quantiles, repeated }: (typeof rows)[number]) => {
    return { symbol, weeks, amount, quantiles, repeated }
  }
  expect(scoreOutlooks(later, span).map(forecastOf)).toEqual(scoreOutlooks(funds, span).map(forecastOf))
})

test('each sum is a line of CSV, and the tables have a line for each group of 30', () => {
  const [head, first] = toOutlookLines(rows)
  expect(head).toBe('symbol,family,payer,origin,weeks,actual,amount,q05,q10,q25,q50,q75,q90,q95,repeat')
  expect(first).toMatch(/^[A-Z]+,[a-z-]+,(?:weekly|monthly),2023-\d\d-\d\d,13(?:,\d+\.\d{6}){2},/)
  const lines = toOutlookTables(rows)
  expect(lines.filter((line) => /^52 +(?:monthly|weekly) /.test(line))).toHaveLength(2)
})
