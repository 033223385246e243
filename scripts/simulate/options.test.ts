import { expect, test } from 'vitest'
import { readOptions } from './options.ts'

test('a span is daily, with the first troubles and without an operator, unless it is said otherwise', () => {
  const span = ['--from', '2025-09-01', '--to', '2026-07-08']
  const read = {
    from: '2025-09-01',
    to: '2026-07-08',
    every: 'daily',
    approves: false,
    isCalm: false,
    seed: 1,
    isWhole: false
  }
  expect(readOptions(span)).toEqual(read)
  expect(
    readOptions([...span, '--every', 'weekly', '--approve', '--calm', '--whole', '--seed', '7'])
  ).toEqual({
    ...read,
    every: 'weekly',
    approves: true,
    isCalm: true,
    isWhole: true,
    seed: 7
  })
})

test('a day that is none, an order that is none, a word and an option nobody knows are refused by name', () => {
  expect(() => readOptions(['--from', '2025-09-31'])).toThrow(
    '--from needs a day as YYYY-MM-DD, got 2025-09-31'
  )
  expect(() => readOptions(['--from', '2025-09-01', '--to', '2025-09-01'])).toThrow('--to needs a day after')
  const span = ['--from', '2025-09-01', '--to', '2025-09-30']
  expect(() => readOptions([...span, '--every', 'hourly'])).toThrow(
    '--every needs daily or weekly, got hourly'
  )
  expect(() => readOptions([...span, '--seed', '-1'])).toThrow()
  expect(() => readOptions([...span, '--speed', '2'])).toThrow('--speed')
})
