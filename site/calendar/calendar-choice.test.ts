import { expect, test } from 'vitest'
import { countSentence, readChoice, toSlug, writeChoice } from './calendar-choice.ts'

const offered = { issuers: ['yieldmax', 'roundhill'], cadences: ['weekly', 'every-4-weeks'], hasOwn: false }
const everything = { issuer: null, cadence: null, isOwn: false, view: 'grid' } as const

test('names become URL slugs', () => {
  expect(['YieldMax', 'Every 4 Weeks'].map(toSlug)).toEqual(['yieldmax', 'every-4-weeks'])
})

test('a choice survives the URL', () => {
  const choice = { issuer: 'roundhill', cadence: 'every-4-weeks', isOwn: false, view: 'list' } as const
  expect(writeChoice('', choice, false)).toBe('?issuer=roundhill&cadence=every-4-weeks&view=list')
  expect(readChoice(writeChoice('', choice, false), offered)).toEqual(choice)
})

test('the default needs no parameter, and other parameters stay', () => {
  expect(writeChoice('?issuer=roundhill&view=list', everything, false)).toBe('')
  expect(writeChoice('?ref=mail&issuer=roundhill', everything, false)).toBe('?ref=mail')
})

test.each(['', '?issuer=nobody&cadence=daily&view=cube', '?issuer=', '?ISSUER=yieldmax', '?%E0%A4%A'])(
  '%j selects everything',
  (query) => {
    expect(readChoice(query, offered)).toEqual(everything)
  }
)

test('the count is a sentence', () => {
  expect(countSentence(62, 62, 812)).toBe('All 62 paying funds, 812 dates.')
  expect(countSentence(5, 62, 70)).toBe('5 of 62 paying funds, 70 dates.')
  expect(countSentence(0, 62, 0)).toBe('No fund in this calendar matches these filters.')
})

test('visitors with own funds see those unless the URL says otherwise', () => {
  const withOwn = { ...offered, hasOwn: true }
  expect(readChoice('?ref=mail', withOwn).isOwn).toBe(true)
  expect(readChoice('?issuer=roundhill', withOwn).isOwn).toBe(false)
  expect(readChoice('?issuer=roundhill&funds=mine', withOwn).isOwn).toBe(true)
  expect(readChoice('?funds=all', withOwn).isOwn).toBe(false)
  expect(readChoice('?funds=mine', offered).isOwn).toBe(false)
})

test('the URL says whether own funds are shown, never which', () => {
  expect(writeChoice('', { ...everything, isOwn: true }, true)).toBe('?funds=mine')
  expect(writeChoice('?funds=mine', everything, true)).toBe('?funds=all')
  expect(writeChoice('?funds=mine', everything, false)).toBe('')
})
