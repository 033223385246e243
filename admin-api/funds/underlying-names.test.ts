import { expect, test } from 'vitest'
import { readRealFacts } from '../testing/may-facts.ts'
import { nameOfUnderlying } from './underlying-names.ts'

test('every underlying of our funds has a name that people search by', () => {
  const tickers = readRealFacts().funds.flatMap(({ underlying }) => (underlying ? [underlying] : []))
  expect(tickers.length).toBeGreaterThan(40)
  expect(tickers.filter((ticker) => nameOfUnderlying(ticker) === ticker)).toEqual([])
  expect(nameOfUnderlying('TSLA')).toBe('Tesla')
})

test('an underlying without a name is shown by its ticker', () => {
  expect(nameOfUnderlying('NEWCO')).toBe('NEWCO')
})
