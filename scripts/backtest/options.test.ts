import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('every option is read, and the symbol in any case', () => {
  const args = ['--from', '2026-01-01', '--to', '2026-05-31', '--symbol', 'msty', '--json', 'out.json']
  expect(readOptions([...args, '--dividends', 'd.csv', '--prices', 'p.csv'])).toEqual({
    from: '2026-01-01',
    to: '2026-05-31',
    symbol: 'MSTY',
    json: 'out.json',
    dividends: 'd.csv',
    prices: 'p.csv'
  })
  expect(readOptions(['--fleets'])).toEqual({ fleets: true })
  expect(readOptions([])).toEqual({})
})

test('a day that is none and an unknown option are refused by name', () => {
  expect(() => readOptions(['--from', '2026-02-30'])).toThrow(
    '--from needs a day as YYYY-MM-DD, got 2026-02-30.'
  )
  expect(() => readOptions(['--to', 'May'])).toThrow('--to needs a day')
  expect(() => readOptions(['--form', '2026-01-01'])).toThrow('--form')
})
