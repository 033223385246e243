import { expect, test } from 'vitest'
import type { FundMemory } from '../history/fund-memory.ts'
import { lookThrough, targetRate } from './family-rules.ts'
import { cautiousRegression, returnRegression } from './return-regression.ts'
import type { Rule, Situation } from './rule.ts'
import { lastAmount, lastYield, meanOfThree, smoothYield } from './simple-rules.ts'
import { rules } from './table.ts'

/** The price rose from 20 to 22; yields 1 %, 2 %, 1.5 %. */
const situation: Situation = {
  symbol: 'YMAG',
  family: 'yieldmax-portfolio',
  exDate: '2026-05-27',
  cutoff: '2026-05-22',
  price: 22,
  priceDate: '2026-05-22',
  period: 'week',
  days: 7,
  amounts: [0.2, 0.4, 0.3],
  logYields: [0.01, 0.02, 0.015].map(Math.log),
  prices: [20, 20, 20],
  weekReturns: [0.02, -0.04],
  funds: new Map()
}
const nothing: Situation = { ...situation, amounts: [], logYields: [], prices: [] }

function estimate(rule: Rule, given: Situation): number | undefined {
  if (!('estimate' in rule)) throw new Error(`${rule.name} learns and has no estimate of its own`)
  return rule.estimate(given)
}

test('each simple rule gives the amount worked by hand', () => {
  expect(estimate(lastAmount, situation)).toBe(0.3)
  expect(estimate(meanOfThree, situation)).toBeCloseTo(0.3, 12)
  expect(estimate(lastYield, situation)).toBeCloseTo(0.015 * 22, 12)
  // 1 % ^ 0.1225 x 2 % ^ 0.2275 x 1.5 % ^ 0.65, the EWMA weights of alpha 0.65.
  const smooth = 0.01 ** 0.1225 * 0.02 ** 0.2275 * 0.015 ** 0.65
  expect(estimate(smoothYield, situation)).toBeCloseTo(smooth * 22, 12)
  expect(estimate(targetRate, situation)).toBeCloseTo(0.015 * 22, 12)
})

test('rules with nothing to go on say nothing', () => {
  for (const rule of rules) {
    if ('estimate' in rule) expect(rule.estimate(nothing)).toBeUndefined()
    else expect(rule.predictors(nothing)).toBeUndefined()
  }
})

test('YMAG looks through to the mean yield of its holdings', () => {
  const paid = (symbol: string, amount: number): [string, FundMemory] => [
    symbol,
    {
      symbol,
      family: 'yieldmax-single',
      payments: [{ exDate: '2026-05-21', amount, price: 10, gapDays: 7, oneOff: false, extra: false }]
    }
  ]
  const funds = new Map([paid('NVDY', 0.1), paid('TSLY', 0.3), paid('MSTY', 9)])
  // (1 % + 3 %) / 2 x 22; MSTY is not held by YMAG, while YMAX holds all three.
  expect(estimate(lookThrough, { ...situation, funds })).toBeCloseTo(0.44, 12)
  expect(estimate(lookThrough, { ...situation, funds, symbol: 'YMAX' })).toBeCloseTo((0.94 / 3) * 22, 12)
  expect(estimate(lookThrough, { ...situation, funds, symbol: 'ULTY' })).toBeUndefined()
})

test('the predictors are week returns, their sizes and distances to usual yields', () => {
  if (!('predictors' in returnRegression)) throw new Error('the regression learns')
  const row = returnRegression.predictors(situation) ?? []
  expect(row.slice(0, 4)).toEqual([0.1, -0.2, 0.1, 0.2])
  // Slow average: 1 % ^ 0.7225 x 2 % ^ 0.1275 x 1.5 % ^ 0.15 (EWMA of alpha 0.15); the median is the last yield.
  expect(row[4]).toBeCloseTo(0.7225 * Math.log(0.01) + 0.1275 * Math.log(0.02) - 0.85 * Math.log(0.015), 12)
  expect(row[5]).toBeCloseTo(0, 12)
})

test('the cautious rule takes a tenth off a predicted change and drops a smaller one', () => {
  if (!('predictors' in cautiousRegression)) throw new Error('the regression learns')
  const { temper = Number } = cautiousRegression
  expect(temper(0.3)).toBeCloseTo(0.2, 12)
  expect(temper(-0.3)).toBeCloseTo(-0.2, 12)
  expect(Math.abs(temper(0.05))).toBe(0)
})

test('every rule has its own name and explains itself with the amount', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  for (const rule of rules) expect(rule.explain(situation, 0.2979)).toContain('$0.2979')
})
