import { expect, test } from 'vitest'
import { readFamilies } from '../../../data/read-facts.ts'
import { traitsOfFamily } from '../../testing/make-history.ts'
import type { PaymentFeatures } from '../payment-features.ts'
import { type Models, newModels } from './models.ts'
import { familyRuleNames, forecastByRule, updateModels } from './rule-forecasts.ts'

const ofFamily = (family: string) => ({ family, traits: traitsOfFamily(family) })

const features = (week: number): PaymentFeatures => ({
  symbol: 'NVDW',
  ...ofFamily('roundhill-weeklypay'),
  exDate: '2026-05-26',
  cutoff: '2026-05-21',
  price: 40,
  priceDate: '2026-05-21',
  period: 'week',
  days: 7,
  amounts: [0.4, 0.4, 0.4],
  logYields: [0.01, 0.01, 0.01].map(Math.log),
  weekEnd: '2026-05-01',
  weekReturns: [week, 0],
  pastWeekReturns: [0, 0, 0],
  weekClose: 42,
  pastWeekCloses: [40, 40, 40],
  dailyVolatility: 0.02,
  volatilityChange: undefined,
  impliedChange: undefined,
  funds: new Map()
})

const amounts = (given: PaymentFeatures, models: Models) =>
  new Map(forecastByRule(given, models).map(({ rule, amount }) => [rule, amount]))

test('the regression makes no forecast before twenty payments, then follows the week', () => {
  const models = newModels()
  for (let i = 0; i < 19; i += 1) updateModels(models, features(0.1), Math.log(0.01) + 0.15)
  expect(amounts(features(0.1), models).has('return-regression')).toBe(false)
  for (let i = 0; i < 80; i += 1) updateModels(models, features(0.1), Math.log(0.01) + 0.15)
  expect(amounts(features(0.1), models).get('return-regression')).toBeCloseTo(0.4 * Math.exp(0.15), 2)
  expect(amounts(features(0), models).get('return-regression')).toBeCloseTo(0.4, 6)
})

test('an outlier changes no slope', () => {
  const models = newModels()
  for (let i = 0; i < 30; i += 1) updateModels(models, features(0.1), Math.log(0.01) + 3)
  expect(amounts(features(0.1), models).has('return-regression')).toBe(false)
})

test('the look-through is for portfolio funds only', () => {
  expect([...amounts(features(0), newModels()).keys()]).not.toContain('look-through')
})

test('families name rules that exist', () => {
  const named = readFamilies().flatMap(({ rules }) => rules)
  expect(named.filter((name) => !familyRuleNames.includes(name))).toEqual([])
})

test('families that set a rate use fixed rules only', () => {
  const models = newModels()
  const steady: PaymentFeatures = { ...features(0.1), ...ofFamily('graniteshares') }
  for (let i = 0; i < 40; i += 1) updateModels(models, steady, Math.log(0.01))
  expect([...amounts(steady, models).keys()]).toEqual(['last-yield', 'smooth-yield', 'step-rate'])
})

test('week-gain fits the effect of a week on the share of its close', () => {
  const models = newModels()
  // A week of -5 % takes 0.2 off the logarithm of the share, a flat one nothing.
  for (let i = 0; i < 100; i += 1) {
    const fall = i % 2 === 0
    updateModels(models, features(fall ? -0.05 : 0), Math.log((0.01 * 42) / 40) - (fall ? 0.2 : 0))
  }
  // A hundredth of the week's close of 42, whatever the price has done since.
  expect(amounts(features(-0.05), models).get('week-gain')).toBeCloseTo(0.42 * Math.exp(-0.2), 2)
  expect(amounts(features(0), models).get('week-gain')).toBeCloseTo(0.42, 6)
  expect(amounts({ ...features(0), price: 30 }, models).get('week-gain')).toBeCloseTo(0.42, 6)
})

const single = (week: number, last = 0.015): PaymentFeatures => ({
  ...features(week),
  ...ofFamily('yieldmax-single'),
  logYields: [0.01, 0.01, last].map(Math.log)
})

test('like-weeks predicts the change that followed similar weeks', () => {
  const models = newModels()
  for (let i = 0; i < 19; i += 1) updateModels(models, single(0.2, 0.01), Math.log(0.01) + 0.3)
  expect(amounts(single(0.2, 0.01), models).has('like-weeks')).toBe(false)
  for (let i = 0; i < 30; i += 1) {
    updateModels(models, single(0.2, 0.01), Math.log(0.01) + 0.3)
    updateModels(models, single(-0.1, 0.01), Math.log(0.01) - 0.1)
  }
  updateModels(models, single(0.2, 0.01), Math.log(0.01) + 3)
  expect(amounts(single(0.2, 0.01), models).get('like-weeks')).toBeCloseTo(0.4 * Math.exp(0.3), 3)
  expect(amounts(single(-0.1, 0.01), models).get('like-weeks')).toBeCloseTo(0.4 * Math.exp(-0.1), 3)
})

test('in like-weeks a payment weighs half after 45 days', () => {
  const models = newModels()
  const later = { ...single(0, 0.01), exDate: '2026-08-25', cutoff: '2026-08-20' }
  for (let i = 0; i < 30; i += 1) updateModels(models, single(0, 0.01), Math.log(0.01) + 0.3)
  // Ninety-one days later sixteen of them outweigh the thirty, which count as seven and a half.
  for (let i = 0; i < 16; i += 1) updateModels(models, later, Math.log(0.01) - 0.1)
  expect(amounts({ ...later, cutoff: '2026-08-27' }, models).get('like-weeks')).toBeCloseTo(
    0.4 * Math.exp(-0.1),
    3
  )
})

test('a single-stock fund is not predicted to pay more than 100 % a year, unless it just did', () => {
  const models = newModels()
  for (let i = 0; i < 100; i += 1) updateModels(models, single(0.1), Math.log(0.03))
  expect(amounts(single(0.1), models).get('rally-regression')).toBeCloseTo((40 * 1.01) / 52, 12)
  expect(amounts(single(0.1, 0.025), models).get('rally-regression')).toBeCloseTo(40 * 0.025, 12)
  const weeklyPay: PaymentFeatures = { ...single(0.1), ...ofFamily('roundhill-weeklypay') }
  for (let i = 0; i < 100; i += 1) updateModels(models, weeklyPay, Math.log(0.03))
  expect(amounts(weeklyPay, models).get('return-regression')).toBeGreaterThan(40 * 0.025)
})
