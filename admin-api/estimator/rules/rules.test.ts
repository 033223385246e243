import { expect, test } from 'vitest'
import { traitsOfFamily } from '../../testing/make-history.ts'
import type { KnownFund } from '../known-fund.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import { explainRule } from '../reason-sentences.ts'
import { halfRally, likeWeeks, monthVolatility, rallyRegression, returnRegression } from './fitted-rules.ts'
import {
  impliedVolatility,
  lastYield,
  lookThrough,
  middleYield,
  smoothYield,
  stepRate
} from './fixed-rules.ts'
import type { Rule } from './rule.ts'
import { rules } from './rule-forecasts.ts'
import { weekGain } from './week-gain.ts'

/** The price rose from 20 to 22; yields 1 %, 2 %, 1.5 %. */
const features: PaymentFeatures = {
  symbol: 'YMAG',
  family: 'yieldmax-portfolio',
  traits: traitsOfFamily('yieldmax-portfolio'),
  exDate: '2026-05-27',
  cutoff: '2026-05-22',
  price: 22,
  priceDate: '2026-05-22',
  period: 'week',
  days: 7,
  amounts: [0.2, 0.4, 0.3],
  logYields: [0.01, 0.02, 0.015].map(Math.log),
  weekEnd: '2026-05-01',
  weekReturns: [0.02, -0.04],
  pastWeekReturns: [0, 0, 0],
  weekClose: 21,
  pastWeekCloses: [20, 20, 20],
  dailyVolatility: 0.007,
  volatilityChange: undefined,
  impliedChange: undefined,
  funds: new Map()
}
const nothing: PaymentFeatures = { ...features, amounts: [], logYields: [] }

function estimate(rule: Rule, given: PaymentFeatures): number | undefined {
  if (!('expectedYield' in rule)) throw new Error(`${rule.name} is a fitted rule`)
  const expected = rule.expectedYield(given)
  return expected === undefined ? undefined : given.price * expected
}

function predictors(rule: Rule, given: PaymentFeatures): readonly number[] {
  if (!('predictors' in rule)) throw new Error(`${rule.name} is a fixed rule`)
  return rule.predictors(given) ?? []
}

test('each simple rule gives the amount calculated by hand', () => {
  expect(estimate(lastYield, features)).toBeCloseTo(0.015 * 22, 12)
  // 1 % ^ 0.1225 x 2 % ^ 0.2275 x 1.5 % ^ 0.65, the EWMA weights of alpha 0.65.
  const smooth = 0.01 ** 0.1225 * 0.02 ** 0.2275 * 0.015 ** 0.65
  expect(estimate(smoothYield, features)).toBeCloseTo(smooth * 22, 12)
  expect(estimate(middleYield, features)).toBeCloseTo(0.015 * 22, 12)
})

test('without past payments no rule makes a forecast', () => {
  for (const rule of rules) {
    if ('expectedYield' in rule) expect(rule.expectedYield(nothing)).toBeUndefined()
    else expect(rule.predictors(nothing)).toBeUndefined()
  }
})

test('YMAG looks through to the mean yield of its holdings', () => {
  const paid = (symbol: string, amount: number): [string, KnownFund] => [
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
          span: { period: 'week', days: 7 },
          isOneOff: false,
          kind: 'regular' as const
        }
      ]
    }
  ]
  const funds = new Map([paid('NVDY', 0.1), paid('TSLY', 0.3), paid('MSTY', 9)])
  // (1 % + 3 %) / 2 x 22; MSTY is not held by YMAG, while YMAX holds all three.
  expect(estimate(lookThrough, { ...features, funds })).toBeCloseTo(0.44, 12)
  expect(estimate(lookThrough, { ...features, funds, symbol: 'YMAX' })).toBeCloseTo((0.94 / 3) * 22, 12)
  expect(estimate(lookThrough, { ...features, funds, symbol: 'ULTY' })).toBeUndefined()
})

test('return-regression uses week returns, their absolute values and distances to usual yields', () => {
  const row = predictors(returnRegression, features)
  expect(row.slice(0, 4)).toEqual([0.1, -0.2, 0.1, 0.2])
  // Slow average: 1 % ^ 0.7225 x 2 % ^ 0.1275 x 1.5 % ^ 0.15 (EWMA of alpha 0.15); the median is the last yield.
  expect(row[4]).toBeCloseTo(0.7225 * Math.log(0.01) + 0.1275 * Math.log(0.02) - 0.85 * Math.log(0.015), 12)
  expect(row[5]).toBeCloseTo(0, 12)
})

test('rally-regression uses the gain in usual yields, the distance above and below, volatility and an intercept', () => {
  // The usual yield is the middle one, 1.5 %, which is also the last.
  const week = Math.log(1.06)
  const row = predictors(rallyRegression, { ...features, weekReturns: [week, 0] })
  // By hand: (6 % / 1.5 % - 1.5) / 3; nothing above or below; ln((0.7 % + 0.3 %) / 1.5 %).
  expect(row).toEqual([expect.closeTo(2.5 / 3, 12), 0, 0, expect.closeTo(Math.log(1 / 1.5), 12), 1])
  const calm = predictors(rallyRegression, { ...features, weekReturns: [-0.2, 0] })
  expect(calm[0]).toBe(0)
  const high = predictors(rallyRegression, { ...features, logYields: [0.01, 0.01, 0.02].map(Math.log) })
  expect(high.slice(1, 3)).toEqual([expect.closeTo(Math.LN2, 12), 0])
})

test('half-rally halves the predicted change', () => {
  expect(halfRally.shrink?.(0.3)).toBeCloseTo(0.15, 12)
})

test('week-gain measures the share of the close and the week against their averages', () => {
  // EWMA of alpha 0.8 of the shares 1 %, 2 % and 1.5 % of 20: 1 % ^ 0.04 x 2 % ^ 0.16 x 1.5 % ^ 0.8; the close is 21.
  const usual = 0.04 * Math.log(0.01) + 0.16 * Math.log(0.02) + 0.8 * Math.log(0.015)
  expect(weekGain.base?.(features)).toBeCloseTo(usual + Math.log(21 / 22), 12)
  // Shares of 1 % throughout; a week of -5 % after three flat ones, then a flat one after a week of -5 %.
  const steady = { ...features, amounts: [0.2, 0.2, 0.2] }
  const fall = Math.log(0.95)
  expect(predictors(weekGain, { ...steady, weekReturns: [fall, 0] })).toEqual([expect.closeTo(-1, 12), 0, 0])
  const after = { ...steady, pastWeekReturns: [0, 0, fall], weekReturns: [0, 0] }
  expect(predictors(weekGain, after)).toEqual([expect.closeTo(0.8, 12), 0, 0])
  // A gain of six shares: all of it, and the two above four.
  const rally = { ...steady, weekReturns: [Math.log(1.06), 0] }
  expect(predictors(weekGain, rally)).toEqual([0, expect.closeTo(1.2, 12), expect.closeTo(0.4, 12)])
})

test("without the week's close week-gain makes no forecast", () => {
  expect(weekGain.base?.({ ...features, weekClose: undefined })).toBeUndefined()
  const twoPast = { ...features, pastWeekCloses: [undefined, 20, 20] }
  expect(weekGain.base?.(twoPast)).toBeUndefined()
  expect(weekGain.predictors(twoPast)).toBeUndefined()
})

test('like-weeks compares the week, the distance to the usual yield, volatility and the yield', () => {
  const week = Math.log(1.06)
  const high = { ...features, weekReturns: [week, 0], logYields: [0.01, 0.01, 0.011].map(Math.log) }
  // By hand, the usual yield being 1 %: 6 of them / 3, ln 1.1 / 0.2, ln(0.7 % + 0.3 %) - ln 1 % = 0, ln 1 % / 0.5.
  expect(predictors(likeWeeks, high)).toEqual([
    expect.closeTo(2, 12),
    expect.closeTo(Math.log(1.1) / 0.2, 12),
    expect.closeTo(0, 12),
    expect.closeTo(Math.log(0.01) / 0.5, 12)
  ])
})

test('step-rate averages since the rate last moved by more than 6 %', () => {
  const stepped = { ...features, logYields: [0.02, 0.02, 0.0101, 0.0099, 0.01].map(Math.log) }
  // By hand: the third root of 1.01 % x 0.99 % x 1 %.
  expect(estimate(stepRate, stepped)).toBeCloseTo((0.0101 * 0.0099 * 0.01) ** (1 / 3) * 22, 12)
  const justMoved = { ...features, logYields: [0.02, 0.02, 0.01].map(Math.log) }
  expect(estimate(stepRate, justMoved)).toBeCloseTo(0.01 * 22, 12)
})

test('every rule has a unique name and a sentence with its amount', () => {
  expect(new Set(rules.map(({ name }) => name)).size).toBe(rules.length)
  for (const rule of rules) expect(explainRule(rule.name, features, 0.2979)).toContain('$0.2979')
  expect(() => explainRule('astrology', features, 0.2979)).toThrow(RangeError)
})

test('a rule is explained in plain words with its rounded figures', () => {
  // By hand: 0.2979 / 22 = 1.354 %, 0.2979 / 21 = 1.419 %, exp(0.02) = 1.0202.
  expect(explainRule('half-rally', features, 0.2979)).toBe(
    'YMAG rose 2% in the week to May 1, and its last yield was typical. After weeks like this, similar funds paid about 1.4% of their price. At $22.00 that is $0.2979.'
  )
  // The last yield of 0.8 % is a fifth below the median of 1 %, and 0.1936 / 22 = 0.88 % a tenth above the last.
  const low = { ...features, weekReturns: [-0.1, 0], logYields: [0.01, 0.012, 0.008].map(Math.log) }
  expect(explainRule('rally-regression', low, 0.1936)).toBe(
    'YMAG fell 10% in the week to May 1, and its last yield was 20% below usual. After weeks like this, similar funds paid about 0.88% of their price. At $22.00 that is $0.1936.'
  )
  expect(explainRule('like-weeks', low, 0.1936)).toContain('similar funds usually paid 10% more.')
  const calmer = { ...features, volatilityChange: Math.log(0.83) }
  expect(explainRule('month-volatility', calmer, 0.33)).toContain(
    'Its price swings were 17% smaller than usual over the last two months.'
  )
  expect(explainRule('implied-volatility', { ...features, impliedChange: Math.log(1.25) }, 0.2979)).toBe(
    'The stock market’s expected volatility (VIX) was 25% higher than usual over the last month. At such times, the fund pays about 1.4% of its price. At $22.00 that is $0.2979.'
  )
  expect(explainRule('week-gain', features, 0.2979)).toContain(
    'closed it at $21.00. After weeks like this, it pays about 1.4% of that price: $0.2979.'
  )
})

test('month-volatility starts from the mean of six yields and sees the last one and the change of volatility', () => {
  const mean = (Math.log(0.01) + Math.log(0.02) + Math.log(0.015)) / 3
  const given = { ...features, volatilityChange: 1.4 }
  expect(monthVolatility.base?.(given)).toBeCloseTo(mean, 12)
  // Limited to a factor of e.
  expect(predictors(monthVolatility, given)).toEqual([Math.log(0.015) - mean, 1])
  expect(monthVolatility.predictors(features)).toBeUndefined()
})

test('implied-volatility raises the mean of six yields by 0.8 of the change, at most by a factor of e', () => {
  // By hand: the geometric mean of 1, 2 and 1.5 % is 1.4422 %; 1.25 ^ 0.8 = 1.1954.
  const mean = (0.01 * 0.02 * 0.015) ** (1 / 3)
  expect(estimate(impliedVolatility, { ...features, impliedChange: Math.log(1.25) })).toBeCloseTo(
    22 * mean * 1.25 ** 0.8,
    12
  )
  expect(estimate(impliedVolatility, { ...features, impliedChange: -2 })).toBeCloseTo(
    22 * mean * Math.exp(-0.8),
    12
  )
  expect(estimate(impliedVolatility, features)).toBeUndefined()
})
