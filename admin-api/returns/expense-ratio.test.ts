import { expect, test } from 'vitest'
import { readRealFacts } from '../testing/may-facts.ts'
import { describeExpense, expenseRatioOf } from './expense-ratio.ts'

const row = {
  expense_ratio: 0.99,
  expense_as_of: '2025-02-28',
  expense_source: 'SEC prospectus data',
  expense_caution: ''
}

test('an unknown ratio is unknown, never 0', () => {
  expect(expenseRatioOf({ ...row, expense_ratio: null, expense_as_of: null })).toBeNull()
  expect(expenseRatioOf(row)).toEqual({
    percent: 0.99,
    as_of: '2025-02-28',
    source: 'SEC prospectus data',
    caution: null
  })
})

test.each([
  ['2026-02-28', null, 'as of February 28, 2026'],
  ['2025-08-28', null, 'as of August 28, 2025'],
  ['2025-08-27', null, 'as of August 27, 2025 (over a year old)'],
  ['2025', null, 'as of 2025'],
  ['2024', 'of its launch', 'as of 2024 (over a year old); of its launch']
])('a ratio of %s is described on August 28, 2026', (as_of, caution, text) => {
  expect(describeExpense({ percent: 1, as_of, caution }, '2026-08-28')).toBe(text)
})

test('149 funds have a ratio with its day and source, and TOPW says that it is not the whole cost', () => {
  const known = readRealFacts().funds.filter(({ expense_ratio }) => expense_ratio !== null)
  expect(known).toHaveLength(149)
  expect(known.every((fund) => fund.expense_as_of !== null && fund.expense_source !== '')).toBe(true)
  // The funds that TOPW holds cost about 1.00 % themselves.
  const topw = known.find(({ symbol }) => symbol === 'TOPW')
  expect(topw).toMatchObject({ expense_ratio: 0.32, expense_caution: expect.stringMatching(/^without/) })
})
