import { expect, test } from 'vitest'
import { holdsWords, wordsOf } from './words.ts'

test.each([
  'S&P 500',
  's&p 500',
  'S & P 500',
  's and p 500',
  'S&amp;P 500',
  'S%26P 500',
  'S&#38;P 500',
  'S＆P 500'
])('%j becomes SP, 500', (text) => {
  expect(wordsOf(text)).toEqual(['SP', '500'])
})

test('other ampersands separate words', () => {
  expect(wordsOf('High Yield & Target Income')).toEqual(['HIGH', 'YIELD', 'TARGET', 'INCOME'])
  expect(wordsOf('AT&T')).toEqual(['ATT'])
  expect(wordsOf(' & ')).toEqual([])
})

test('typed words match the start of a known word, or of two in a row', () => {
  const known = wordsOf('XDTE Roundhill S&P 500 0DTE Covered Call')
  for (const typed of ['s&p', 'S%26P 500', 'sp500', 'sp 500', 'round cov', ''])
    expect(holdsWords(known, wordsOf(typed))).toBe(true)
  for (const typed of ['s&p 600', 'premium', 'hill']) expect(holdsWords(known, wordsOf(typed))).toBe(false)
})
