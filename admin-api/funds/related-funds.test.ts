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
  expect(relatedTo('TSLY').slice(0, 3)).toEqual(['TSYY', 'CRSH', 'TSLW']) // All on TSLA.
  expect(relatedTo('YBIT').slice(0, 2)).toEqual(['YBTC', 'XBTY']) // All on bitcoin.
})

test('every fund has five or six others, none twice, and each is named by some other', () => {
  const named = funds.flatMap(({ symbol }) => {
    const related = relatedTo(symbol)
    expect(related).not.toContain(symbol)
    expect(related).toHaveLength(new Set(related).size)
    expect(related.length).toBeGreaterThanOrEqual(5)
    expect(related.length).toBeLessThanOrEqual(6)
    return related
  })
  expect(new Set(named).size).toBe(66)
})
