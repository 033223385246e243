import { expect, test } from 'vitest'
import { fundColumns } from './columns.ts'
import { fundCountSentence, readSort, sortParams } from './fund-choice.ts'

const read = (query: string) => readSort(query, fundColumns)
const byTicker = { column: 'ticker', direction: 'ascending' }

test('by default funds are sorted by ticker, and the URL stays empty', () => {
  expect(read('')).toEqual(byTicker)
  expect(sortParams(read(''), fundColumns)).toEqual({ sort: null, order: null })
})

test('a sorting survives the URL', () => {
  for (const column of ['error', 'ticker']) {
    const reversed = { column, direction: 'descending' } as const
    expect(sortParams(reversed, fundColumns)).toEqual({ sort: column, order: 'descending' })
    expect(read(`?sort=${column}&order=descending`)).toEqual(reversed)
  }
})

test('a column starts in the direction a holder expects', () => {
  const directionOf = (id: string) => read(`?sort=${id}`).direction
  expect(['confidence', 'yield', 'return', 'fall'].map(directionOf)).toEqual(Array(4).fill('descending'))
  expect(['error', 'range', 'ex-date'].map(directionOf)).toEqual(Array(3).fill('ascending'))
  expect(sortParams({ column: 'yield', direction: 'descending' }, fundColumns)).toEqual({
    sort: 'yield',
    order: null
  })
})

test.each(['?sort=shoes&order=sideways', '?order=descending', '?%E0%A4%A'])('%j sorts by ticker', (query) => {
  expect(read(query)).toEqual(byTicker)
})

test('the count is a sentence', () => {
  const [ticker] = fundColumns
  const confidence = fundColumns.find(({ id }) => id === 'confidence')
  if (!ticker || !confidence) throw new Error('the table has these columns')
  expect(fundCountSentence(66, 66, ticker, 'ascending')).toBe('All 66 funds, by ticker, A to Z.')
  expect(fundCountSentence(12, 66, confidence, 'descending')).toBe(
    '12 of 66 funds, by confidence, highest first.'
  )
  expect(fundCountSentence(0, 66, ticker, 'ascending')).toBe('0 of 66 funds.')
})
