import { expect, test } from 'vitest'
import { searchTextFrom, symbolFrom } from './symbol-from.ts'

test.each([
  ['msty', 'MSTY'],
  [' q q-q1q y', 'QQQQY'],
  ['toolongname', 'TOOLO'],
  ['123', '']
])('%j becomes %j', (typed, symbol) => {
  expect(symbolFrom(typed)).toBe(symbol)
})

test.each([
  ['m1s-ty', 'MSTY'],
  ['  super   micro ', 'SUPER MICRO '],
  ['MicroStrategy', 'MICROSTRATEGY'],
  ['x'.repeat(60), 'X'.repeat(40)]
])('%j is searched as %j', (typed, text) => {
  expect(searchTextFrom(typed)).toBe(text)
})
