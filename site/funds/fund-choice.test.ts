import { expect, test } from 'vitest'
import { fundColumns } from './columns.ts'
import { type FundChoice, fundCountSentence, readFundChoice, writeFundChoice } from './fund-choice.ts'

const offered = { issuer: ['yieldmax', 'roundhill'], cadence: ['weekly'], underlying: ['tsla', 'btc-usd'] }
const read = (query: string) => readFundChoice(query, offered, fundColumns)
const write = (choice: FundChoice, query = '') => writeFundChoice(query, choice, fundColumns)
const everything = read('')

test('by default all funds are listed by ticker, and the URL stays empty', () => {
  expect(everything).toEqual({
    text: '',
    issuer: null,
    cadence: null,
    underlying: null,
    sort: { column: 'ticker', direction: 'ascending' }
  })
  expect(write(everything, '?ref=mail&q=tesla&sort=yield')).toBe('?ref=mail')
})

test('a choice survives the URL', () => {
  const choice = {
    text: 'option income',
    issuer: 'yieldmax',
    cadence: 'weekly',
    underlying: 'tsla',
    sort: { column: 'error', direction: 'descending' }
  } as const
  expect(write(choice)).toBe(
    '?q=option+income&issuer=yieldmax&cadence=weekly&underlying=tsla&sort=error&order=descending'
  )
  expect(read(write(choice))).toEqual(choice)
  const reversed = { ...everything, sort: { column: 'ticker', direction: 'descending' } } as const
  expect(read(write(reversed))).toEqual(reversed)
})

test('a column starts in the direction a holder expects', () => {
  const directionOf = (id: string) => read(`?sort=${id}`).sort.direction
  expect(['confidence', 'yield', 'return', 'fall'].map(directionOf)).toEqual(Array(4).fill('descending'))
  expect(['error', 'range', 'ex-date'].map(directionOf)).toEqual(Array(3).fill('ascending'))
  expect(write({ ...everything, sort: { column: 'yield', direction: 'descending' } })).toBe('?sort=yield')
})

test.each([
  '?issuer=nobody&cadence=daily&underlying=%3Cb%3E',
  '?sort=shoes&order=sideways',
  '?q=&q=x',
  '?%E0%A4%A'
])('%j selects everything', (query) => {
  expect(read(query)).toEqual(everything)
})

test("a long text is cut to the field's limit", () => {
  expect(read(`?q=${'x'.repeat(5000)}`).text).toHaveLength(40)
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
