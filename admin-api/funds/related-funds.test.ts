import { expect, test } from 'vitest'
import { readRealFacts } from '../testing/may-facts.ts'
import { pickRelated } from './related-funds.ts'

const funds = readRealFacts().funds.map((fund) => ({
  ...fund,
  underlying: fund.underlying === '' ? null : fund.underlying
}))

function relatedTo(symbol: string): string[] {
  const fund = funds.find((other) => other.symbol === symbol)
  if (fund === undefined) throw new Error(`${symbol} is no fund`)
  return pickRelated(fund, funds).map((other) => other.symbol)
}

test('funds on the same underlying come first', () => {
  expect(relatedTo('TSLY').slice(0, 3)).toEqual(['TSYY', 'CRSH', 'TSII']) // All on TSLA.
  expect(relatedTo('YBIT').slice(0, 2)).toEqual(['YBTC', 'BTCC']) // All on bitcoin.
})

test('every fund has two to six others, most have six, none twice, and nearly each is named by some other', () => {
  const named = funds.flatMap(({ symbol }) => {
    const related = relatedTo(symbol)
    expect(related).not.toContain(symbol)
    expect(related).toHaveLength(new Set(related).size)
    expect(related.length).toBeGreaterThanOrEqual(2)
    expect(related.length).toBeLessThanOrEqual(6)
    return related
  })
  expect(named.length).toBeGreaterThan(133 * 5.8)
  expect(new Set(named).size).toBeGreaterThan(133 - 3)
})
