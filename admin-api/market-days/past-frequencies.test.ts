import { expect, test } from 'vitest'
import { addDays } from './days.ts'
import { pastFrequencies } from './past-frequencies.ts'

const every = (days: number, count: number, start: string) =>
  Array.from({ length: count }, (_, i) => addDays(start, days * i))
const times = <T>(count: number, value: T) => Array<T>(count).fill(value)

test('one rhythm from the first payment to the last', () => {
  expect(pastFrequencies(every(7, 5, '2026-01-08'))).toEqual(times(5, 52))
  expect(pastFrequencies(every(28, 5, '2025-01-09'))).toEqual(times(5, 13))
})

test('none, one and two payments', () => {
  expect(pastFrequencies([])).toEqual([])
  expect(pastFrequencies(['2026-01-08'])).toEqual([12])
  expect(pastFrequencies(['2026-01-08', '2026-01-15'])).toEqual([52, 52])
})

test('the first weekly payment after four-weekly ones is a weekly one', () => {
  // BABO went weekly on 16 October 2025, seven days after its last four-weekly payment.
  const days = [...every(28, 5, '2025-06-19'), ...every(7, 4, '2025-10-16')]
  expect(pastFrequencies(days)).toEqual([...times(5, 13), ...times(4, 52)])
})

test('a fortnight at the change, or months without a record, belong to the new rhythm', () => {
  // TSLY: 2, then 16, 23, 30 October 2025. ABNY: 18 September 2025, then 2, 8, 15 January 2026.
  const tsly = [...every(28, 4, '2025-07-10'), ...every(7, 3, '2025-10-16')]
  expect(pastFrequencies(tsly)).toEqual([...times(4, 13), ...times(3, 52)])
  const abny = [...every(28, 4, '2025-06-26'), '2026-01-02', '2026-01-08', '2026-01-15']
  expect(pastFrequencies(abny)).toEqual([...times(4, 13), ...times(3, 52)])
})

test('a special payment between monthly ones changes nothing', () => {
  const days = [
    '2025-10-01',
    '2025-11-03',
    '2025-12-01',
    '2025-12-30',
    '2026-01-02',
    '2026-02-02',
    '2026-03-02'
  ]
  expect(pastFrequencies(days)).toEqual(times(7, 12))
})

test('from weekly back to monthly', () => {
  const days = [...every(7, 4, '2026-01-02'), '2026-02-23', '2026-03-23', '2026-04-23']
  expect(pastFrequencies(days)).toEqual([...times(4, 52), ...times(3, 12)])
})
