import { expect, test } from 'vitest'
import { symbolFrom } from './symbol-from.ts'

test.each([
  ['msty', 'MSTY'],
  [' q q-q1q y', 'QQQQY'],
  ['toolongname', 'TOOLO'],
  ['123', '']
])('%j becomes %j', (typed, symbol) => {
  expect(symbolFrom(typed)).toBe(symbol)
})
