import { expect, test } from 'vitest'
import { addDays } from '../../../admin-api/market-days/days.ts'
import { pastRatiosOf } from './sum-range.ts'

const backtested = (ex_date: string, amount: number, actual: number) =>
  ({ ex_date, origin: 'replayed', amount, actual }) as const

test("each payment has its ratio to the estimate and the estimate's next step", () => {
  const past = [backtested('2026-06-25', 0.3, 0.33), backtested('2026-06-18', 0.4, 0.3)]
  expect(pastRatiosOf(past)).toEqual([
    { week: '2026-06-18', ratio: 0.3 / 0.4, step: 0.3 / 0.4 },
    { week: '2026-06-25', ratio: 0.33 / 0.3, step: 1 }
  ])
})

test('a live estimate wins over a backtested one, and zero is ignored', () => {
  const live = { ...backtested('2026-06-18', 0.2, 0.3), origin: 'live' } as const
  const past = [live, backtested('2026-06-18', 0.4, 0.3), backtested('2026-06-25', 0, 0.3)]
  expect(pastRatiosOf(past)).toEqual([{ week: '2026-06-18', ratio: 0.3 / 0.2, step: 1 }])
})

test('a fund that now pays weekly ignores its monthly past; four weeks and a month count as one frequency', () => {
  const from = (first: string, gap: number, count: number) =>
    Array.from({ length: count }, (_, i) => backtested(addDays(first, gap * i), 1, 1))
  const months = from('2025-05-22', 28, 6)
  const weeks = from('2025-10-23', 7, 12)
  expect(pastRatiosOf([...months, ...weeks]).map(({ week }) => week)).toEqual(
    weeks.map(({ ex_date }) => ex_date)
  )
  const calendarMonths = ['2024-12-12', '2025-01-14', '2025-02-12', '2025-03-12', '2025-04-24']
  const monthly = [...calendarMonths.map((day) => backtested(day, 1, 1)), ...months]
  expect(pastRatiosOf(monthly)).toHaveLength(monthly.length)
})

test('without past estimates there are no ratios', () => {
  expect(pastRatiosOf([])).toEqual([])
})
