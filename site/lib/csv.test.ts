import { expect, test } from 'vitest'
import { readCsv, writeCsv } from './csv.ts'

test('cells are quoted only where needed', () => {
  const lines = [
    ['symbol', 'name'],
    ['MSTY', 'a "name", with\nboth'],
    ['', '-4.5']
  ]
  expect(writeCsv(lines)).toBe('symbol,name\r\nMSTY,"a ""name"", with\nboth"\r\n,-4.5\r\n')
})

test('cells are separated by commas, semicolons or tabs, and quotes protect the separator', () => {
  expect(readCsv('\uFEFFa,"1,250"\r\n\r\n"say ""yes""",""\n')).toEqual([
    { line: 1, cells: ['a', '1,250'] },
    { line: 3, cells: ['say "yes"', ''] }
  ])
  expect(readCsv('a;b,c')).toEqual([{ line: 1, cells: ['a', 'b,c'], end: 'open' }])
})

test('a cell in quotes may have line breaks and text behind it, and a text may end in a cell', () => {
  expect(readCsv('a,"b\r\nc" d\n"e" ,f\n"g,h')).toEqual([
    { line: 1, cells: ['a', 'b\r\nc d'] },
    { line: 3, cells: ['e', 'f'] },
    { line: 4, cells: ['g,h'], end: 'in quotes' }
  ])
})
