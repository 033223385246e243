import { expect, test } from 'vitest'
import { caretAfterDigits, maxShares, sharesText } from './calculator.ts'

test.each([
  ['', '', 0],
  ['abc', '', 0],
  ['0', '0', 0],
  ['007', '7', 7],
  ['1000', '1,000', 1000],
  ['1,0x00.5', '10,005', 10_005],
  ['-25', '25', 25]
])('%j is shown as %j', (typed, text, shares) => {
  expect(sharesText(typed)).toEqual({ text, shares, isCut: false })
})

test('numbers that are too large are cut and marked', () => {
  expect(sharesText('999999999999')).toEqual({ text: '9,999,999', shares: maxShares, isCut: true })
})

test.each([
  ['12,345', 0, 0],
  ['12,345', 2, 2],
  ['12,345', 3, 4],
  ['12,345', 5, 6],
  ['12,345', 9, 6],
  ['', 1, 0]
])('in %j the caret after %d digits is at %d', (text, digits, caret) => {
  expect(caretAfterDigits(text, digits)).toBe(caret)
})
