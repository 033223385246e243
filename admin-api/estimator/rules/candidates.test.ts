import { expect, test } from 'vitest'
import { allCandidates, learn } from './candidates.ts'
import { type Lessons, noLessons } from './lessons.ts'
import type { Situation } from './rule.ts'

const situation = (week: number): Situation => ({
  symbol: 'NVDW',
  family: 'roundhill-weeklypay',
  exDate: '2026-05-26',
  cutoff: '2026-05-21',
  price: 40,
  priceDate: '2026-05-21',
  period: 'week',
  days: 7,
  amounts: [0.4, 0.4, 0.4],
  logYields: [0.01, 0.01, 0.01].map(Math.log),
  prices: [40, 40, 40],
  weekReturns: [week, 0],
  pastWeekReturns: [0, 0, 0],
  weekClose: 42,
  pastWeekCloses: [40, 40, 40],
  swing: 0.02,
  funds: new Map()
})

const amounts = (given: Situation, lessons: Lessons) =>
  new Map(allCandidates(given, lessons).map(({ rule, amount }) => [rule, amount]))

test('the regression stays silent until it has had twenty lessons, then follows the week', () => {
  const lessons = noLessons()
  for (let i = 0; i < 19; i += 1) learn(lessons, situation(0.1), Math.log(0.01) + 0.15)
  expect(amounts(situation(0.1), lessons).has('return-regression')).toBe(false)
  for (let i = 0; i < 80; i += 1) learn(lessons, situation(0.1), Math.log(0.01) + 0.15)
  expect(amounts(situation(0.1), lessons).get('return-regression')).toBeCloseTo(0.4 * Math.exp(0.15), 2)
  expect(amounts(situation(0), lessons).get('return-regression')).toBeCloseTo(0.4, 6)
})

test('a freak payment teaches nothing', () => {
  const lessons = noLessons()
  for (let i = 0; i < 30; i += 1) learn(lessons, situation(0.1), Math.log(0.01) + 3)
  expect(amounts(situation(0.1), lessons).has('return-regression')).toBe(false)
})

test('the look-through is asked of portfolio funds only', () => {
  expect([...amounts(situation(0), noLessons()).keys()]).not.toContain('look-through')
})

test('funds that set a rate are not asked of rallies', () => {
  const lessons = noLessons()
  const steady: Situation = { ...situation(0.1), family: 'graniteshares' }
  for (let i = 0; i < 40; i += 1) learn(lessons, steady, Math.log(0.01))
  expect([...amounts(steady, lessons).keys()]).toEqual(['last-yield', 'smooth-yield', 'step-rate'])
})

test('the rule of the week learns what a week does to the share of its close', () => {
  const lessons = noLessons()
  // A week of -5 % takes 0.2 off the logarithm of the share, a flat one nothing.
  for (let i = 0; i < 100; i += 1) {
    const fall = i % 2 === 0
    learn(lessons, situation(fall ? -0.05 : 0), Math.log((0.01 * 42) / 40) - (fall ? 0.2 : 0))
  }
  // A hundredth of the week's close of 42, whatever the price has done since.
  expect(amounts(situation(-0.05), lessons).get('week-gain')).toBeCloseTo(0.42 * Math.exp(-0.2), 2)
  expect(amounts(situation(0), lessons).get('week-gain')).toBeCloseTo(0.42, 6)
  expect(amounts({ ...situation(0), price: 30 }, lessons).get('week-gain')).toBeCloseTo(0.42, 6)
})

const single = (week: number, last = 0.015): Situation => ({
  ...situation(week),
  family: 'yieldmax-single',
  logYields: [0.01, 0.01, last].map(Math.log)
})

test('like weeks tell the change that followed on weeks like this one', () => {
  const lessons = noLessons()
  for (let i = 0; i < 19; i += 1) learn(lessons, single(0.2, 0.01), Math.log(0.01) + 0.3)
  expect(amounts(single(0.2, 0.01), lessons).has('like-weeks')).toBe(false)
  for (let i = 0; i < 30; i += 1) {
    learn(lessons, single(0.2, 0.01), Math.log(0.01) + 0.3)
    learn(lessons, single(-0.1, 0.01), Math.log(0.01) - 0.1)
  }
  learn(lessons, single(0.2, 0.01), Math.log(0.01) + 3)
  expect(amounts(single(0.2, 0.01), lessons).get('like-weeks')).toBeCloseTo(0.4 * Math.exp(0.3), 3)
  expect(amounts(single(-0.1, 0.01), lessons).get('like-weeks')).toBeCloseTo(0.4 * Math.exp(-0.1), 3)
})

test('like weeks fade by half in 45 days', () => {
  const lessons = noLessons()
  const later = { ...single(0, 0.01), exDate: '2026-08-25', cutoff: '2026-08-20' }
  for (let i = 0; i < 30; i += 1) learn(lessons, single(0, 0.01), Math.log(0.01) + 0.3)
  // Ninety-one days later sixteen of them outweigh the thirty, which count as seven and a half.
  for (let i = 0; i < 16; i += 1) learn(lessons, later, Math.log(0.01) - 0.1)
  expect(amounts({ ...later, cutoff: '2026-08-27' }, lessons).get('like-weeks')).toBeCloseTo(
    0.4 * Math.exp(-0.1),
    3
  )
})

test('a single-stock fund is not predicted to pay more than 100 % a year, unless it just did', () => {
  const lessons = noLessons()
  for (let i = 0; i < 100; i += 1) learn(lessons, single(0.1), Math.log(0.03))
  expect(amounts(single(0.1), lessons).get('rally-regression')).toBeCloseTo((40 * 1.01) / 52, 12)
  expect(amounts(single(0.1, 0.025), lessons).get('rally-regression')).toBeCloseTo(40 * 0.025, 12)
  const weeklyPay: Situation = { ...single(0.1), family: 'roundhill-weeklypay' }
  for (let i = 0; i < 100; i += 1) learn(lessons, weeklyPay, Math.log(0.03))
  expect(amounts(weeklyPay, lessons).get('return-regression')).toBeGreaterThan(40 * 0.025)
})
