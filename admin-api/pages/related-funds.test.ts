import { expect, test } from 'vitest'
import { readRealFacts } from '../testing/may-facts.ts'
import { pickRelated } from './related-funds.ts'

const unknown = { amount: null, low: null, high: null, frequency: null, price: null }
const funds = readRealFacts().funds.map((fund) => ({
  ...fund,
  ...unknown,
  underlying: fund.underlying === '' ? null : fund.underlying
}))

function relatedTo(symbol: string): string[] {
  const fund = funds.find((other) => other.symbol === symbol)
  if (fund === undefined) throw new Error(`${symbol} is not a fund`)
  return pickRelated(fund, funds).map((other) => other.symbol)
}

test('funds on the same underlying come first', () => {
  expect(relatedTo('TSLY').slice(0, 3)).toEqual(['TSYY', 'CRSH', 'TEST']) // All on TSLA.
  expect(relatedTo('YBIT').slice(0, 2)).toEqual(['YBTC', 'BAGY']) // All on bitcoin.
})

test('every fund has two to six different related funds, most have six', () => {
  const named = funds.flatMap(({ symbol }) => {
    const related = relatedTo(symbol)
    expect(related).not.toContain(symbol)
    expect(related).toHaveLength(new Set(related).size)
    expect(related.length).toBeGreaterThanOrEqual(2)
    expect(related.length).toBeLessThanOrEqual(6)
    return related
  })
  expect(named.length).toBeGreaterThan(funds.length * 5.8)
})

test('within a family the closest in yield and variability come first, not the first by symbol', () => {
  const make = (symbol: string, amount: number, halfWidth: number, given = {}) => ({
    symbol,
    issuer: 'YieldMax',
    family: 'yieldmax',
    underlying: symbol,
    frequency: 52 as const,
    price: 20,
    amount,
    low: amount * (1 - halfWidth),
    high: amount * (1 + halfWidth),
    ...given
  })
  // Yields: AAA half, BBB equal but three times as variable, CCC nearly equal, DDD unknown.
  const family = [
    make('AAA', 0.1, 0.1),
    make('BBB', 0.2, 0.3),
    make('CCC', 0.21, 0.1),
    make('DDD', 0, 0, unknown),
    make('EEE', 0.2, 0.1, { family: 'roundhill', issuer: 'Roundhill' }),
    make('FFF', 0.4, 0.3, { underlying: 'ZZZ', family: 'roundhill' })
  ]
  const fund = make('ZZZ', 0.2, 0.1)
  expect(pickRelated(fund, [...family, fund]).map(({ symbol }) => symbol)).toEqual([
    ...['FFF', 'CCC'],
    // ln 2 in yield, ln 3 in width, unknown.
    ...['AAA', 'BBB', 'DDD']
  ])
})
