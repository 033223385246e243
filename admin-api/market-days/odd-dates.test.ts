import { expect, test } from 'vitest'
import type { IsoDay, Payment } from './types.ts'
import type { Family } from '../contract/vocabulary.ts'
import { addDays, daysBetween } from './days.ts'
import { addSessions, isSession, isSettlementDay } from './market-calendar.ts'
import { nextMonthlyExDate } from './monthly-pattern.ts'
import { moveOffClosedDays, nextExDate, payDateFor } from './next-dates.ts'

function paidWeekly(family: Family, first: IsoDay, count: number): Payment[] {
  return Array.from({ length: count }, (_, week) => {
    const exDate = moveOffClosedDays(addDays(first, 7 * week), family)
    return { exDate, payDate: addSessions(exDate, 1), amount: 1 }
  })
}

function comingDays(family: Family, payments: Payment[], count: number): IsoDay[] {
  const days: IsoDay[] = []
  let day = payments.at(-1)?.exDate ?? ''
  for (let week = 0; week < count; week += 1) {
    day = nextExDate({ family, frequency: 52, payments }, day)
    days.push(day)
  }
  return days
}

test('the turn of 2024 to 2025, looked at from before Christmas: Friday, Friday, Wednesday, Thursday', () => {
  // The ex-dates YieldMax really set: 27 December, 3 January, 8 January (9 January was a day of mourning).
  const payments = paidWeekly('yieldmax-single', '2024-10-31', 8)
  expect(payments.at(-1)?.exDate).toBe('2024-12-19')
  expect(comingDays('yieldmax-single', payments, 4)).toEqual([
    '2024-12-27',
    '2025-01-03',
    '2025-01-08',
    '2025-01-16'
  ])
})

test('a year end moves Thursday payers to Friday 2 January 2026, paid on Monday', () => {
  const payments = paidWeekly('yieldmax-single', '2025-11-06', 8)
  expect(comingDays('yieldmax-single', payments, 2)).toEqual(['2026-01-02', '2026-01-08'])
  expect(payDateFor('2026-01-02', payments)).toBe('2026-01-05')
})

test('a leap day is a day like any other', () => {
  // 29 February 2024 was a Thursday, 29 February 2028 will be a Tuesday.
  const thursdays = paidWeekly('yieldmax-single', '2024-01-11', 6)
  expect(comingDays('yieldmax-single', thursdays, 3)).toEqual(['2024-02-22', '2024-02-29', '2024-03-07'])
  expect(payDateFor('2024-02-29', thursdays)).toBe('2024-03-01')
  expect(nextMonthlyExDate(['2027-11-30', '2027-12-31', '2028-01-31'], '2028-01-31')).toBe('2028-02-29')
})

test('the clocks change on Sundays, and the week after is seven days long', () => {
  const spring = paidWeekly('yieldmax-portfolio', '2026-01-21', 7) // Clocks go forward on 8 March 2026,
  expect(comingDays('yieldmax-portfolio', spring, 2)).toEqual(['2026-03-11', '2026-03-18'])
  const autumn = paidWeekly('yieldmax-portfolio', '2025-09-17', 7) // and back on 2 November 2025.
  expect(comingDays('yieldmax-portfolio', autumn, 2)).toEqual(['2025-11-05', '2025-11-12'])
})

test('Presidents’ Day, Memorial Day and Labor Day move Monday payers to Tuesday, and no other week', () => {
  const payments = paidWeekly('roundhill-weeklypay', '2026-01-26', 3)
  const days = comingDays('roundhill-weeklypay', payments, 31)
  const tuesdays = days.filter((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 2)
  expect(tuesdays).toEqual(['2026-02-17', '2026-05-26', '2026-09-08'])
})

test.each<Family>([
  'yieldmax-single',
  'yieldmax-portfolio',
  'graniteshares',
  'roundhill-weeklypay',
  'roundhill-other',
  'defiance'
])('%s: four years ahead every ex-date is a session, every pay date one banks settle on', (family) => {
  for (const first of ['2025-11-03', '2025-11-05', '2025-11-06', '2025-11-07']) {
    const payments = paidWeekly(family, first, 8)
    let before = payments.at(-1)?.exDate ?? ''
    for (const day of comingDays(family, payments, 208)) {
      const paid = payDateFor(day, payments)
      expect(isSession(day), day).toBe(true)
      expect(isSettlementDay(paid), paid).toBe(true)
      expect(paid > day).toBe(true)
      expect(daysBetween(before, day), day).toBeGreaterThanOrEqual(4)
      expect(daysBetween(before, day), day).toBeLessThanOrEqual(10)
      before = day
    }
  }
})
