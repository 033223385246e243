import { expect, test } from 'vitest'
import { makeRoiEntry } from '../../testing/make-roi-entry.ts'
import {
  bestFirst,
  countIssuers,
  nextOrder,
  rankEntries,
  readIssuer,
  type SortOrder,
  sortEntries
} from './ranking-order.ts'

const entries = rankEntries([
  makeRoiEntry({ symbol: 'NVDY', total_roi: 166, total_dividends: 39, issuer: 'YieldMax' }),
  makeRoiEntry({ symbol: 'AAPW', total_roi: 12, total_dividends: 16, issuer: 'Roundhill' }),
  makeRoiEntry({ symbol: 'CONY', total_roi: 12, total_dividends: 300, issuer: 'YieldMax' }),
  makeRoiEntry({ symbol: 'LOST', total_roi: null, declaration_date_price: 0, issuer: 'Defiance' })
])

function symbolsBy(order: SortOrder): string {
  return sortEntries(entries, order)
    .map(({ symbol }) => symbol)
    .join(' ')
}

test('best first is the order of the response', () => {
  expect(symbolsBy(bestFirst)).toBe('NVDY AAPW CONY LOST')
})

test('unknown figures are last in both directions, ties by rank', () => {
  expect(symbolsBy({ key: 'total_roi', direction: 'ascending' })).toBe('AAPW CONY NVDY LOST')
  expect(symbolsBy({ key: 'declaration_date_price', direction: 'ascending' })).toBe('NVDY AAPW CONY LOST')
})

test('sorting by another column keeps the ranks', () => {
  const sorted = sortEntries(entries, { key: 'total_dividends', direction: 'descending' })
  expect(sorted.map(({ symbol, rank }) => `${rank} ${symbol}`)).toEqual([
    '3 CONY',
    '1 NVDY',
    '2 AAPW',
    '4 LOST'
  ])
})

test('a column starts in its natural direction and reverses on a second click', () => {
  expect(nextOrder(bestFirst, 'symbol')).toEqual({ key: 'symbol', direction: 'ascending' })
  expect(nextOrder(bestFirst, 'earliest_price')).toEqual({ key: 'earliest_price', direction: 'descending' })
  expect(nextOrder(bestFirst, 'total_roi')).toEqual({ key: 'total_roi', direction: 'ascending' })
})

test('issuers are counted, largest first', () => {
  expect(countIssuers(entries)).toEqual([
    { value: 'YieldMax', text: 'YieldMax', count: 2 },
    { value: 'Defiance', text: 'Defiance', count: 1 },
    { value: 'Roundhill', text: 'Roundhill', count: 1 }
  ])
})

test('no rank is shown among fewer than ten funds', () => {
  const field = (size: number) =>
    rankEntries(Array.from({ length: size }, () => makeRoiEntry())).map(({ isRanked }) => isRanked)
  expect(field(9)).not.toContain(true)
  expect(field(10)).not.toContain(false)
})

test('the issuer is read from the address', () => {
  const issuers = ['YieldMax', 'First Trust']
  expect(readIssuer('?issuer=first-trust', issuers)).toBe('First Trust')
  expect(readIssuer('?issuer=nobody', issuers)).toBeNull()
  expect(readIssuer('?ref=mail', issuers)).toBeNull()
})
