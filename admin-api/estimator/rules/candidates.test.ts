import { expect, test } from 'vitest'
import { allCandidates, type Lessons, learn } from './candidates.ts'
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
  funds: new Map()
})

const amounts = (given: Situation, lessons: Lessons) =>
  new Map(allCandidates(given, lessons).map(({ rule, amount }) => [rule, amount]))

test('the regression stays silent until it has had twenty lessons, then follows the week', () => {
  const lessons: Lessons = new Map()
  for (let i = 0; i < 19; i += 1) learn(lessons, situation(0.1), Math.log(0.01) + 0.15)
  expect(amounts(situation(0.1), lessons).has('return-regression')).toBe(false)
  for (let i = 0; i < 80; i += 1) learn(lessons, situation(0.1), Math.log(0.01) + 0.15)
  expect(amounts(situation(0.1), lessons).get('return-regression')).toBeCloseTo(0.4 * Math.exp(0.15), 2)
  expect(amounts(situation(0), lessons).get('return-regression')).toBeCloseTo(0.4, 6)
  expect(amounts(situation(0.1), lessons).get('cautious-regression')).toBeCloseTo(0.4 * Math.exp(0.05), 2)
})

test('a freak payment teaches nothing', () => {
  const lessons: Lessons = new Map()
  for (let i = 0; i < 30; i += 1) learn(lessons, situation(0.1), Math.log(0.01) + 3)
  expect(amounts(situation(0.1), lessons).has('return-regression')).toBe(false)
})

test('the look-through is asked of portfolio funds only', () => {
  expect([...amounts(situation(0), new Map()).keys()]).not.toContain('look-through')
})
