import { expect, test } from 'vitest'
import { closeAt } from './closes.ts'
import { weekReturns } from './week-returns.ts'

const closes = [
  { date: '2026-05-08', close: 10 },
  { date: '2026-05-15', close: 11 },
  { date: '2026-05-21', close: 11.5 },
  { date: '2026-05-22', close: 9.9 },
  { date: '2026-05-26', close: 99 }
]

test('a week runs from Friday to Friday with its distributions added back', () => {
  const payments = [{ exDate: '2026-05-21', amount: 1.1 }]
  // By hand: ln((9.9 + 1.1) / 11) = 0 and ln(11 / 10).
  const [last = 9, before = 9] = weekReturns(closes, payments, '2026-05-26', 2)
  expect(last).toBeCloseTo(0, 12)
  expect(before).toBeCloseTo(Math.log(1.1), 12)
})

test('on a Friday its own week is complete, on Thursday it is not', () => {
  expect(weekReturns(closes, [], '2026-05-22', 1)[0]).toBeCloseTo(Math.log(0.9), 12)
  expect(weekReturns(closes, [], '2026-05-21', 1)[0]).toBeCloseTo(Math.log(1.1), 12)
})

test('a week without prices counts as no return', () => {
  expect(weekReturns([], [], '2026-05-22', 2)).toEqual([0, 0])
})

test('the close of a day is the latest one up to 14 days before', () => {
  expect(closeAt(closes, '2026-05-25')?.close).toBe(9.9)
  expect(closeAt(closes, '2026-06-09')?.close).toBe(99)
  expect(closeAt(closes, '2026-06-10')).toBeUndefined()
  expect(closeAt(closes, '2026-05-07')).toBeUndefined()
  expect(closeAt([], '2026-05-07')).toBeUndefined()
})
