import { expect, test } from 'vitest'
import type { FundMemory } from '../history/fund-memory.ts'
import { lookThrough, middleYield, stepRate } from './family-rules.ts'
import { likeWeeks } from './like-weeks.ts'
import { halfRally, rallyRegression } from './rally-regression.ts'
import { returnRegression } from './return-regression.ts'
import type { Rule, Situation } from './rule.ts'
import { lastYield, smoothYield } from './simple-rules.ts'
import { rules } from './table.ts'
import { weekGain } from './week-gain.ts'

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
  pastWeekReturns: [0, 0, 0],
  weekClose: 21,
  pastWeekCloses: [20, 20, 20],
  swing: 0.007,
  funds: new Map()
}
const nothing: Situation = { ...situation, amounts: [], logYields: [], prices: [] }

function estimate(rule: Rule, given: Situation): number | undefined {
  if (!('estimate' in rule)) throw new Error(`${rule.name} learns and has no estimate of its own`)
  return rule.estimate(given)
}

function predictors(rule: Rule, given: Situation): readonly number[] {
  if (!('predictors' in rule)) throw new Error(`${rule.name} does not learn`)
  return rule.predictors(given) ?? []
}

test('each simple rule gives the amount worked by hand', () => {
  expect(estimate(lastYield, situation)).toBeCloseTo(0.015 * 22, 12)
  // 1 % ^ 0.1225 x 2 % ^ 0.2275 x 1.5 % ^ 0.65, the EWMA weights of alpha 0.65.
  const smooth = 0.01 ** 0.1225 * 0.02 ** 0.2275 * 0.015 ** 0.65
  expect(estimate(smoothYield, situation)).toBeCloseTo(smooth * 22, 12)
  expect(estimate(middleYield, situation)).toBeCloseTo(0.015 * 22, 12)
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
      payments: [
        {
          exDate: '2026-05-21',
          amount,
          price: 10,
          weekReturn: 0,
          weekClose: 10,
          gapDays: 7,
          oneOff: false,
          extra: false
        }
      ]
    }
  ]
  const funds = new Map([paid('NVDY', 0.1), paid('TSLY', 0.3), paid('MSTY', 9)])
  // (1 % + 3 %) / 2 x 22; MSTY is not held by YMAG, while YMAX holds all three.
  expect(estimate(lookThrough, { ...situation, funds })).toBeCloseTo(0.44, 12)
  expect(estimate(lookThrough, { ...situation, funds, symbol: 'YMAX' })).toBeCloseTo((0.94 / 3) * 22, 12)
  expect(estimate(lookThrough, { ...situation, funds, symbol: 'ULTY' })).toBeUndefined()
})

test('the predictors are week returns, their sizes and distances to usual yields', () => {
  const row = predictors(returnRegression, situation)
  expect(row.slice(0, 4)).toEqual([0.1, -0.2, 0.1, 0.2])
  // Slow average: 1 % ^ 0.7225 x 2 % ^ 0.1275 x 1.5 % ^ 0.15 (EWMA of alpha 0.15); the median is the last yield.
  expect(row[4]).toBeCloseTo(0.7225 * Math.log(0.01) + 0.1275 * Math.log(0.02) - 0.85 * Math.log(0.015), 12)
  expect(row[5]).toBeCloseTo(0, 12)
})

test('the rally rule sees the gain in usual yields, above and below apart, the swing and a constant', () => {
  // The usual yield is the middle one, 1.5 %, which is also the last.
  const week = Math.log(1.06)
  const row = predictors(rallyRegression, { ...situation, weekReturns: [week, 0] })
  // By hand: (6 % / 1.5 % - 1.5) / 3; nothing above or below; ln((0.7 % + 0.3 %) / 1.5 %).
  expect(row).toEqual([expect.closeTo(2.5 / 3, 12), 0, 0, expect.closeTo(Math.log(1 / 1.5), 12), 1])
  const calm = predictors(rallyRegression, { ...situation, weekReturns: [-0.2, 0] })
  expect(calm[0]).toBe(0)
  const high = predictors(rallyRegression, { ...situation, logYields: [0.01, 0.01, 0.02].map(Math.log) })
  expect(high.slice(1, 3)).toEqual([expect.closeTo(Math.LN2, 12), 0])
})

test('half of a predicted rally is half its change', () => {
  if (!('temper' in halfRally)) throw new Error('the rule tempers')
  expect(halfRally.temper?.(0.3)).toBeCloseTo(0.15, 12)
})

test('the week-gain rule measures the share of the close and the week against their own averages', () => {
  if (!('predictors' in weekGain)) throw new Error('the rule learns')
  // EWMA of alpha 0.8 of the shares 1 %, 2 % and 1.5 % of 20: 1 % ^ 0.04 x 2 % ^ 0.16 x 1.5 % ^ 0.8; the close is 21.
  const usual = 0.04 * Math.log(0.01) + 0.16 * Math.log(0.02) + 0.8 * Math.log(0.015)
  expect(weekGain.base?.(situation)).toBeCloseTo(usual + Math.log(21 / 22), 12)
  // Shares of 1 % throughout; a week of -5 % after three flat ones, then a flat one after a week of -5 %.
  const steady = { ...situation, amounts: [0.2, 0.2, 0.2] }
  const fall = Math.log(0.95)
  expect(predictors(weekGain, { ...steady, weekReturns: [fall, 0] })).toEqual([expect.closeTo(-1, 12), 0, 0])
  const after = { ...steady, pastWeekReturns: [0, 0, fall], weekReturns: [0, 0] }
  expect(predictors(weekGain, after)).toEqual([expect.closeTo(0.8, 12), 0, 0])
  // A gain of six shares: all of it, and the two above four.
  const rally = { ...steady, weekReturns: [Math.log(1.06), 0] }
  expect(predictors(weekGain, rally)).toEqual([0, expect.closeTo(1.2, 12), expect.closeTo(0.4, 12)])
})

test('without the close of the week the week-gain rule says nothing', () => {
  if (!('predictors' in weekGain)) throw new Error('the rule learns')
  expect(weekGain.base?.({ ...situation, weekClose: undefined })).toBeUndefined()
  const twoPast = { ...situation, pastWeekCloses: [undefined, 20, 20] }
  expect(weekGain.base?.(twoPast)).toBeUndefined()
  expect(weekGain.predictors(twoPast)).toBeUndefined()
})

test('like weeks are measured by the week, the distance to the usual yield, the swing and the yield', () => {
  const week = Math.log(1.06)
  const high = { ...situation, weekReturns: [week, 0], logYields: [0.01, 0.01, 0.011].map(Math.log) }
  // By hand, the usual yield being 1 %: 6 of them / 3, ln 1.1 / 0.2, ln(0.7 % + 0.3 %) - ln 1 % = 0, ln 1 % / 0.5.
  expect(predictors(likeWeeks, high)).toEqual([
    expect.closeTo(2, 12),
    expect.closeTo(Math.log(1.1) / 0.2, 12),
    expect.closeTo(0, 12),
    expect.closeTo(Math.log(0.01) / 0.5, 12)
  ])
})

test('the step rule averages since the rate last moved by more than 6 %', () => {
  const stepped = { ...situation, logYields: [0.02, 0.02, 0.0101, 0.0099, 0.01].map(Math.log) }
  // By hand: the third root of 1.01 % x 0.99 % x 1 %.
  expect(estimate(stepRate, stepped)).toBeCloseTo((0.0101 * 0.0099 * 0.01) ** (1 / 3) * 22, 12)
  const justMoved = { ...situation, logYields: [0.02, 0.02, 0.01].map(Math.log) }
  expect(estimate(stepRate, justMoved)).toBeCloseTo(0.01 * 22, 12)
})

test('every rule has its own name and explains itself with the amount', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  for (const rule of rules) expect(rule.explain(situation, 0.2979)).toContain('$0.2979')
})
