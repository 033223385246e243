import { expect, test } from 'vitest'
import {
  alignColumns,
  choice,
  day,
  flag,
  formatUsage,
  number,
  parseOptions,
  positional,
  required,
  symbol,
  text
} from './command.ts'

const options = {
  from: day('first day, YYYY-MM-DD'),
  symbol: symbol('one fund'),
  every: choice(['daily', 'weekly'], 'how often'),
  seed: number('other faults'),
  json: text('FILE', 'writes the figures there'),
  calm: flag('no faults')
}

test('every option is read, a symbol in any case', () => {
  const args = ['--from', '2026-01-01', '--symbol', 'msty', '--every', 'weekly', '--seed', '7']
  expect(parseOptions(options, [...args, '--json', 'out.json', '--calm'])).toEqual({
    from: '2026-01-01',
    symbol: 'MSTY',
    every: 'weekly',
    seed: 7,
    json: 'out.json',
    calm: true
  })
})

test('an option that is not given is undefined, a flag is false', () => {
  expect(parseOptions(options, [])).toEqual({ calm: false })
})

test.each([
  [['--from', '2026-02-30'], '--from needs a day as YYYY-MM-DD, got 2026-02-30.'],
  [['--from', 'May'], '--from needs a day as YYYY-MM-DD, got May.'],
  [['--symbol', 'M5'], '--symbol needs 1 to 5 letters, got M5.'],
  [['--symbol', ''], '--symbol needs 1 to 5 letters, got nothing.'],
  [['--every', 'hourly'], '--every needs one of daily, weekly, got hourly.'],
  [['--seed=-1'], '--seed needs a whole number, got -1.'],
  [['--form', '2026-01-01'], "'--form'"],
  [['weekly'], 'weekly']
])('%j is rejected with one sentence that names it', (args, sentence) => {
  expect(() => parseOptions(options, args)).toThrow(sentence)
})

test('a required option must be given', () => {
  expect(() => parseOptions({ from: required(options.from) }, [])).toThrow(
    '--from needs a day as YYYY-MM-DD, got nothing.'
  )
})

test('at most one positional argument is accepted', () => {
  const restore = { file: positional('FILE', 'a backup') }
  expect(parseOptions(restore, ['a.sqlite'])).toEqual({ file: 'a.sqlite' })
  expect(parseOptions(restore, [])).toEqual({})
  expect(() => parseOptions(restore, ['a.sqlite', 'b.sqlite'])).toThrow('a.sqlite b.sqlite')
})

test('the usage text has a line for each option', () => {
  const { from, calm } = options
  expect(formatUsage('simulate', { from, calm }).split('\n')).toEqual([
    'npm run simulate -- [options]',
    '  --from DAY  first day, YYYY-MM-DD',
    '  --calm      no faults'
  ])
  expect(formatUsage('build', {})).toBe('npm run build')
})

test('columns of a table line up, text left and figures right', () => {
  const rows = [
    ['fund', 'n'],
    ['MSTY', 22],
    ['ABNY', 6]
  ]
  expect(alignColumns(rows)).toEqual(['fund   n', 'MSTY  22', 'ABNY   6'])
})
