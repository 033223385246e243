import { expect, test } from 'vitest'
import { traitsOfFamily } from '../testing/make-history.ts'
import { addDays, daysBetween, weekdayOf } from './days.ts'
import { readFrequency } from './frequency.ts'
import { addSessions, isSession, isSettlementDay } from './market-calendar.ts'
import { nextMonthlyExDate } from './monthly-pattern.ts'
import {
  exDateAfterMove,
  exDateFor,
  moveOffClosedDays,
  nextExDate,
  payDateFor,
  usualWeekday
} from './next-dates.ts'
import type { IsoDay, Payment, PaymentFrequency } from './types.ts'

/** Payments on the `weekday` of each of the eight weeks before `day`, moved as the family does. */
function weeklyUntil(day: IsoDay, weekday: number, family: string): Payment[] {
  const monday = addDays(day, 1 - weekdayOf(day))
  return [8, 7, 6, 5, 4, 3, 2, 1].map((back) => {
    const exDate = moveOffClosedDays(addDays(monday, weekday - 1 - 7 * back), traitsOfFamily(family).dates)
    return { exDate, payDate: addSessions(exDate, 1), amount: 1 }
  })
}

const weekly = (family: string, weekday: number, day: IsoDay) => {
  const payments = weeklyUntil(day, weekday, family)
  return nextExDate(
    { frequency: 52, payments, dates: traitsOfFamily(family).dates },
    payments.at(-1)?.exDate ?? day
  )
}

// Expected values: the issuers' actual ex-dates.
test.each(['2024-11-29', '2024-12-27', '2025-01-03', '2025-06-20', '2025-11-28', '2025-12-26', '2026-01-02'])(
  'YieldMax went ex on Friday %s instead of Thursday',
  (friday) => {
    expect(weekly('yieldmax-single', 4, friday)).toBe(friday)
  }
)

test('the day of mourning moved Thursday payers to Wednesday, January 8, 2025', () => {
  expect(weekly('yieldmax-single', 4, '2025-01-09')).toBe('2025-01-08')
  expect(weekly('roundhill-other', 4, '2025-01-09')).toBe('2025-01-08')
})

test('WeeklyPay goes ex on Tuesday when Monday is a market or bank holiday', () => {
  for (const day of ['2025-05-27', '2025-09-02', '2025-10-14', '2026-01-20', '2026-02-17', '2026-05-26']) {
    expect(weekly('roundhill-weeklypay', 1, day)).toBe(day)
  }
})

test('the Roundhill 0DTE funds go ex earlier, also when the pay day is Good Friday', () => {
  for (const day of ['2025-04-16', '2025-06-18', '2025-07-02', '2025-11-26', '2025-12-24', '2026-04-01']) {
    expect(weekly('roundhill-other', 4, day)).toBe(day)
  }
})

test('GraniteShares goes ex on Thursday before a closed Friday', () => {
  for (const day of ['2025-07-03', '2026-04-02']) expect(weekly('graniteshares', 5, day)).toBe(day)
})

test('Defiance goes ex the session before a closed Thursday, and a closed Friday moves nothing', () => {
  for (const day of ['2025-11-26', '2025-12-24', '2025-12-31', '2026-04-02']) {
    expect(weekly('defiance', 4, day)).toBe(day)
  }
})

test('the Wednesday payers of December 31, 2025 pay on January 2, 2026', () => {
  const payments = weeklyUntil('2025-12-31', 3, 'yieldmax-portfolio')
  expect(weekly('yieldmax-portfolio', 3, '2025-12-31')).toBe('2025-12-31')
  expect(payDateFor('2025-12-31', payments)).toBe('2026-01-02')
})

test('the ex-date is counted back from the pay date over weekends and holidays', () => {
  const payments = weeklyUntil('2026-05-28', 4, 'yieldmax-single')
  expect(exDateFor('2026-06-05', payments)).toBe('2026-06-04')
  expect(exDateFor('2026-06-08', payments)).toBe('2026-06-05')
  // Juneteenth, Friday, June 19, 2026: the money of Thursday comes on Monday.
  expect(exDateFor('2026-06-22', payments)).toBe('2026-06-18')
  expect(exDateFor('2026-06-05', [])).toBe('2026-06-04')
})

test('a corrected pay date keeps the reported ex-date while it is at most four sessions later', () => {
  const payments = weeklyUntil('2026-05-28', 4, 'yieldmax-single')
  expect(exDateAfterMove('2026-06-04', '2026-06-10', payments)).toBe('2026-06-04')
  expect(exDateAfterMove('2026-06-04', '2026-06-11', payments)).toBe('2026-06-10')
  expect(exDateAfterMove('2026-06-04', '2026-06-03', payments)).toBe('2026-06-02')
  expect(exDateAfterMove(null, '2026-06-05', payments)).toBe('2026-06-04')
})

test('no payment is made on a bank holiday', () => {
  const payments = weeklyUntil('2025-11-10', 1, 'roundhill-weeklypay')
  expect(payDateFor('2025-11-10', payments)).toBe('2025-11-12')
})

test('the next ex-date is after asOf, however long ago the last payment was', () => {
  const payments = weeklyUntil('2026-05-28', 4, 'yieldmax-single')
  const next = (asOf: IsoDay) => nextExDate({ frequency: 52, payments, dates: undefined }, asOf)
  expect(next('2026-05-27')).toBe('2026-05-28')
  expect(next('2026-05-28')).toBe('2026-06-04')
  expect(next('2026-06-20')).toBe('2026-06-25')
})

test('a four-week frequency steps by 28 days', () => {
  const payments = ['2025-07-10', '2025-08-07', '2025-09-04'].map((exDate) => ({
    exDate,
    payDate: exDate,
    amount: 1
  }))
  const frequency: PaymentFrequency = 13
  expect(nextExDate({ frequency, payments, dates: undefined }, '2025-09-05')).toBe('2025-10-02')
})

test('a new weekday is recognized after two weeks without a holiday', () => {
  // YMAX: Thursdays until October 9, 2025, Wednesdays since; Columbus Day disturbs the first one.
  const days = ['2025-09-25', '2025-10-02', '2025-10-09', '2025-10-15', '2025-10-22']
  expect(usualWeekday(days)).toBe(4)
  expect(usualWeekday([...days, '2025-10-29'])).toBe(3)
})

test('without payments there is no next ex-date', () => {
  expect(() => nextExDate({ frequency: 52, payments: [], dates: undefined }, '2026-01-01')).toThrow(
    RangeError
  )
})

function paidWeekly(family: string, first: IsoDay, count: number): Payment[] {
  return Array.from({ length: count }, (_, week) => {
    const exDate = moveOffClosedDays(addDays(first, 7 * week), traitsOfFamily(family).dates)
    return { exDate, payDate: addSessions(exDate, 1), amount: 1 }
  })
}

function upcomingDays(family: string, payments: Payment[], count: number): IsoDay[] {
  const days: IsoDay[] = []
  let day = payments.at(-1)?.exDate ?? ''
  for (let week = 0; week < count; week += 1) {
    day = nextExDate({ frequency: 52, payments, dates: traitsOfFamily(family).dates }, day)
    days.push(day)
  }
  return days
}

test('around New Year 2025 YieldMax goes ex on Friday, Friday, Wednesday, Thursday', () => {
  // Actual ex-dates: December 27, January 3, January 8 (January 9 was a day of mourning).
  const payments = paidWeekly('yieldmax-single', '2024-10-31', 8)
  expect(payments.at(-1)?.exDate).toBe('2024-12-19')
  expect(upcomingDays('yieldmax-single', payments, 4)).toEqual([
    '2024-12-27',
    '2025-01-03',
    '2025-01-08',
    '2025-01-16'
  ])
})

test('a year end moves Thursday payers to Friday, January 2, 2026, paid on Monday', () => {
  const payments = paidWeekly('yieldmax-single', '2025-11-06', 8)
  expect(upcomingDays('yieldmax-single', payments, 2)).toEqual(['2026-01-02', '2026-01-08'])
  expect(payDateFor('2026-01-02', payments)).toBe('2026-01-05')
})

test('a leap day can be an ex-date', () => {
  // February 29, 2024 was a Thursday, February 29, 2028 will be a Tuesday.
  const thursdays = paidWeekly('yieldmax-single', '2024-01-11', 6)
  expect(upcomingDays('yieldmax-single', thursdays, 3)).toEqual(['2024-02-22', '2024-02-29', '2024-03-07'])
  expect(payDateFor('2024-02-29', thursdays)).toBe('2024-03-01')
  const lastDays = ['2027-11-30', '2027-12-31', '2028-01-31'].map((exDate) => ({ exDate, payDate: exDate }))
  expect(nextMonthlyExDate(lastDays, '2028-01-31', 0)).toBe('2028-02-29')
})

test('daylight saving changes move no ex-date', () => {
  const spring = paidWeekly('yieldmax-portfolio', '2026-01-21', 7) // Clocks go forward on March 8, 2026,
  expect(upcomingDays('yieldmax-portfolio', spring, 2)).toEqual(['2026-03-11', '2026-03-18'])
  const autumn = paidWeekly('yieldmax-portfolio', '2025-09-17', 7) // and back on November 2, 2025.
  expect(upcomingDays('yieldmax-portfolio', autumn, 2)).toEqual(['2025-11-05', '2025-11-12'])
})

test('Presidents’ Day, Memorial Day and Labor Day move Monday payers to Tuesday, and no other week', () => {
  const payments = paidWeekly('roundhill-weeklypay', '2026-01-26', 3)
  const days = upcomingDays('roundhill-weeklypay', payments, 31)
  const tuesdays = days.filter((day) => new Date(`${day}T12:00:00Z`).getUTCDay() === 2)
  expect(tuesdays).toEqual(['2026-02-17', '2026-05-26', '2026-09-08'])
})

test.each([
  'yieldmax-single',
  'yieldmax-portfolio',
  'graniteshares',
  'roundhill-weeklypay',
  'roundhill-other',
  'defiance'
])('%s: over four years every ex-date is a session and every pay date a settlement day', (family) => {
  for (const first of ['2025-11-03', '2025-11-05', '2025-11-06', '2025-11-07']) {
    const payments = paidWeekly(family, first, 8)
    let before = payments.at(-1)?.exDate ?? ''
    for (const day of upcomingDays(family, payments, 208)) {
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

const paidOn = (exDates: readonly IsoDay[]): Payment[] =>
  exDates.map((exDate) => ({ exDate, payDate: addSessions(exDate, 1), amount: 1 }))

test('a fund that pays twice a month keeps a habit for each payment: BTCC', () => {
  const days = [
    '2026-01-14',
    '2026-01-29',
    '2026-02-12',
    '2026-02-26',
    '2026-03-12',
    '2026-03-30',
    '2026-04-14'
  ]
  const next = (until: number) =>
    nextExDate(
      { frequency: 24, payments: paidOn(days.slice(0, until)), dates: undefined },
      days[until - 1] ?? ''
    )
  expect([next(5), next(6), next(7)]).toEqual(['2026-03-30', '2026-04-14', '2026-04-29'])
})

test('a fund that pays twice a week goes ex on both of its weekdays: QLDY', () => {
  const august = ['05', '07', '12', '14', '19', '21', '26', '28'].map((day) => `2026-08-${day}`)
  expect(readFrequency(august)).toBe(104)
  const after = (exDates: string[], day = exDates.at(-1) ?? '') =>
    nextExDate({ frequency: 104, payments: paidOn(exDates), dates: undefined }, day)
  expect([5, 6, 7, 8].map((until) => after(august.slice(0, until)))).toEqual([
    ...['2026-08-21', '2026-08-26', '2026-08-28', '2026-09-02']
  ])
  // A payment that was due and isn't known is skipped.
  expect(after(august, '2026-09-03')).toBe('2026-09-04')
})

const quarters = paidOn(['2025-07-01', '2025-10-01', '2026-01-02', '2026-04-01'])

test('a quarterly fund goes ex in the third month, on the same session', () => {
  expect(nextExDate({ frequency: 4, payments: quarters, dates: undefined }, '2026-04-20')).toBe('2026-07-01')
})

/** The next ex-dates of a fund, each expected once the one before has been paid. */
function nextExDates(count: number, frequency: 4 | 24, payments: readonly Payment[]): IsoDay[] {
  const coming: IsoDay[] = []
  for (let known = [...payments]; coming.length < count; ) {
    const exDate = nextExDate({ frequency, payments: known, dates: undefined }, known.at(-1)?.exDate ?? '')
    coming.push(exDate)
    known = [...known, { exDate, payDate: addSessions(exDate, 1), amount: 1 }]
  }
  return coming
}

test('a quarterly fund keeps its schedule for years, and after its day has passed without a payment', () => {
  expect(nextExDates(8, 4, quarters)).toEqual([
    ...['2026-07-01', '2026-10-01', '2027-01-04', '2027-04-01'],
    ...['2027-07-01', '2027-10-01', '2028-01-03', '2028-04-03']
  ])
  const after = (asOf: IsoDay) => nextExDate({ frequency: 4, payments: quarters, dates: undefined }, asOf)
  // Late by up to a week; then the quarter counts as paid. It never becomes due a month later.
  expect(
    ['2026-07-01', '2026-07-02', '2026-07-07', '2026-07-09', '2026-08-03', '2026-09-30'].map(after)
  ).toEqual([...['2026-07-02', '2026-07-06', '2026-07-08', '2026-10-01', '2026-10-01', '2026-10-01']])
})

test('a fund that pays 24 times a year keeps both habits over a year ahead: BTCC', () => {
  const exDates = [
    ...['2026-05-14', '2026-05-28', '2026-06-15', '2026-06-29', '2026-07-14', '2026-07-30', '2026-08-13'],
    '2026-08-28'
  ]
  const coming = nextExDates(26, 24, paidOn(exDates))
  expect(coming.slice(0, 2)).toEqual(['2026-09-14', '2026-09-29'])
  const halves = Map.groupBy(coming, (day) => day.slice(0, 7))
  for (const [month, days] of halves) {
    const [early = '', late = ''] = days.map((day) => day.slice(8))
    expect([month, days.length, early >= '11' && early <= '15', late >= '25']).toEqual([month, 2, true, true])
  }
})

test('a fund that announces its payment the day before, in the same month, goes ex on the first Wednesday from the second', () => {
  // BIGY: October 1, 2025, April 1 and July 1, 2026 are Wednesdays; the payment of January came on December 31.
  const exDates = [
    ...['2025-08-06', '2025-09-03', '2025-10-08', '2025-11-05', '2025-12-03', '2025-12-31', '2026-02-04'],
    ...['2026-03-04', '2026-04-08', '2026-05-06', '2026-06-03', '2026-07-08', '2026-08-05']
  ]
  const next = (known: number) =>
    nextExDate(
      { frequency: 12, payments: paidOn(exDates.slice(0, known)), dates: undefined },
      exDates[known - 1] ?? ''
    )
  expect([12, 13].map(next)).toEqual(['2026-08-05', '2026-09-02'])
  const year = [...exDates.slice(-12)]
  for (let i = 0; i < 6; i += 1)
    year.push(nextExDate({ frequency: 12, payments: paidOn(year), dates: undefined }, year.at(-1) ?? ''))
  expect(year.slice(-6)).toEqual([
    ...['2026-09-02', '2026-10-07', '2026-11-04', '2026-12-02', '2026-12-31', '2027-02-03']
  ])
})
