import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('without options every group is wanted', () => {
  expect(readOptions([])).toEqual({ group: 'all' })
})

test('one group or one fund can be named', () => {
  expect(readOptions(['--group', 'weekly-etfs'])).toEqual({ group: 'weekly-etfs' })
  expect(readOptions(['--symbol', 'msty'])).toEqual({ symbol: 'MSTY' })
})

test.each([
  [['--group', 'pirates'], /^--group needs one of weekly-etfs, .*, got pirates\.$/],
  [['--symbol', 'M5'], /^--symbol needs 1 to 5 letters, got M5\.$/],
  [['--symbol', 'MSTY', '--group', 'weekly-etfs'], /^Please give --group or --symbol, not both\.$/],
  [['--groups', 'weekly-etfs'], /'--groups'/],
  [['weekly-etfs'], /weekly-etfs/]
])('%j is refused in one sentence', (args, sentence) => {
  expect(() => readOptions(args)).toThrow(sentence)
})
