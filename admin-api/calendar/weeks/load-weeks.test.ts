import { expect, test } from 'vitest'
import { listClosedWeeks } from './load-weeks.ts'

test('a week is finished when it has no more expected payments', () => {
  const paid = ['2026-07-01', '2026-07-02']
  const asOf = '2026-07-02'
  expect(listClosedWeeks({ paid, awaited: ['2026-07-09'], asOf })).toEqual(['2026-07-02'])
  expect(listClosedWeeks({ paid, awaited: ['2026-07-03', '2026-07-09'], asOf })).toEqual([])
})

test('a missing payment keeps its week open until the first ex-date of the next week has passed', () => {
  const week = { paid: ['2026-07-02'], awaited: ['2026-07-03', '2026-07-06'] }
  expect(listClosedWeeks({ ...week, asOf: '2026-07-03' })).toEqual([])
  expect(listClosedWeeks({ ...week, asOf: '2026-07-06' })).toEqual(['2026-07-02'])
})

test("a payment announced for a later week doesn't finish that week, and 2024 has no reports", () => {
  const paid = ['2024-12-27', '2025-01-03']
  expect(listClosedWeeks({ paid, awaited: [], asOf: '2025-01-03' })).toEqual(['2025-01-02'])
})
