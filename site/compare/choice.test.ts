import { expect, test } from 'vitest'
import { formatChoice, parseChoice } from './choice.ts'

test('a choice survives the URL', () => {
  const choice = { symbols: ['MSTY', 'CONY', 'ULTY'], from: '2025-06-02' }
  expect(formatChoice(choice)).toBe('?f=MSTY,CONY,ULTY&from=2025-06-02')
  expect(parseChoice(formatChoice(choice))).toEqual({ choice, remarks: [] })
  const open = { symbols: ['MSTY', 'CONY'], from: null }
  expect(formatChoice(open)).toBe('?f=MSTY,CONY')
  expect(parseChoice(formatChoice(open))).toEqual({ choice: open, remarks: [] })
})

test('a URL without funds and day requests nothing', () => {
  expect(parseChoice('')).toBeNull()
  expect(parseChoice('?ref=mail')).toBeNull()
})

test.each([
  ['?f=msty,+cony;MSTY', ['MSTY', 'CONY'], null, []],
  ['?f=MSTY,$$9,CONY', ['MSTY', 'CONY'], null, ['“$$9” in the address isn’t a ticker.']],
  [
    '?f=A,B,C,D,E,F,G',
    ['A', 'B', 'C', 'D', 'E'],
    null,
    ['You can compare at most 5 funds, so F and G had to stay ashore.']
  ],
  [
    '?f=MSTY&from=2025-02-30',
    ['MSTY'],
    null,
    ['“2025-02-30” in the address isn’t a date; use a format like 2025-06-02.']
  ],
  ['?from=2025-06-02', [], '2025-06-02', []],
  [
    '?f=%3Cscript%3Ealert(1)%3C/script%3E',
    [],
    null,
    ['“<SCRIPT>ALERT(1)</SC…” in the address isn’t a ticker.', 'Here are well-known funds instead.']
  ]
])('%j: invalid parts are named, the rest is used', (query, symbols, from, remarks) => {
  expect(parseChoice(query)).toEqual({ choice: { symbols, from }, remarks })
})
