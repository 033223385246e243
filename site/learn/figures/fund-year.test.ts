import { expect, test } from 'vitest'
import { badYear, fairYear, fundYear } from './fund-year.ts'

test('the first month matches a calculation by hand', () => {
  // 20 x 1.01 = 20.20; 4 % of it = 0.808 paid; 19.392 left.
  const [, first] = fairYear.months
  expect(first).toEqual({
    month: 1,
    nav: expect.closeTo(19.392),
    distribution: expect.closeTo(0.808),
    paid: expect.closeTo(0.808)
  })
})

test('the fair year follows the formula of a geometric series', () => {
  // 20 x 0.9696^12; 0.808 x (1 - 0.9696^12) / (1 - 0.9696)
  expect(fairYear.end.nav).toBeCloseTo(20 * 0.9696 ** 12, 10)
  expect(fairYear.end.paid).toBeCloseTo((0.808 * (1 - 0.9696 ** 12)) / (1 - 0.9696), 10)
  expect(fairYear.reinvestedReturn).toBeCloseTo(0.1268, 4)
})

test('the bad year follows the formula of a geometric series', () => {
  expect(badYear.end.nav).toBeCloseTo(20 * 0.9408 ** 12, 10)
  expect(badYear.end.paid).toBeCloseTo((0.784 * (1 - 0.9408 ** 12)) / (1 - 0.9408), 10)
})

test('a fund that earns nothing has no total return', () => {
  expect(fundYear(20, 0, 0.04).totalReturn).toBeCloseTo(0)
})
