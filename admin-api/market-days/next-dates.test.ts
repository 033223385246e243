import { expect, test } from 'vitest'
import type { IsoDay, Payment, PaymentFrequency } from './types.ts'
import type { Family } from '../contract/vocabulary.ts'
import { addDays, weekdayOf } from './days.ts'
import { addSessions } from './market-calendar.ts'
import {
  exDateAfterMove,
  exDateFor,
  moveOffClosedDays,
  nextExDate,
  payDateFor,
  usualWeekday
} from './next-dates.ts'

/** Payments on the `weekday` of each of the eight weeks before `day`, moved as the family does. */
function weeklyUntil(day: IsoDay, weekday: number, family: Family): Payment[] {
  const monday = addDays(day, 1 - weekdayOf(day))
  return [8, 7, 6, 5, 4, 3, 2, 1].map((back) => {
    const exDate = moveOffClosedDays(addDays(monday, weekday - 1 - 7 * back), family)
    return { exDate, payDate: addSessions(exDate, 1), amount: 1 }
  })
}

const weekly = (family: Family, weekday: number, day: IsoDay) => {
  const payments = weeklyUntil(day, weekday, family)
  return nextExDate({ family, frequency: 52, payments }, payments.at(-1)?.exDate ?? day)
}

// Expected: the ex-dates that the issuers really set.
test.each(['2024-11-29', '2024-12-27', '2025-01-03', '2025-06-20', '2025-11-28', '2025-12-26', '2026-01-02'])(
  'YieldMax went ex on Friday %s instead of Thursday',
  (friday) => {
    expect(weekly('yieldmax-single', 4, friday)).toBe(friday)
  }
)

test('the day of mourning moved Thursday payers to Wednesday 8 January 2025', () => {
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

test('the Wednesday payers of 31 December 2025 pay on 2 January 2026', () => {
  const payments = weeklyUntil('2025-12-31', 3, 'yieldmax-portfolio')
  expect(weekly('yieldmax-portfolio', 3, '2025-12-31')).toBe('2025-12-31')
  expect(payDateFor('2025-12-31', payments)).toBe('2026-01-02')
})

test('the ex-date is counted back from the pay date over weekends and holidays', () => {
  const payments = weeklyUntil('2026-05-28', 4, 'yieldmax-single')
  expect(exDateFor('2026-06-05', payments)).toBe('2026-06-04')
  expect(exDateFor('2026-06-08', payments)).toBe('2026-06-05')
  // Juneteenth, Friday 19 June 2026: the money of Thursday comes on Monday.
  expect(exDateFor('2026-06-22', payments)).toBe('2026-06-18')
  expect(exDateFor('2026-06-05', [])).toBe('2026-06-04')
})

test('a corrected pay date keeps the ex-date that was read while it is at most four sessions later', () => {
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

test('the next ex-date lies after asOf, however long ago the last payment was', () => {
  const payments = weeklyUntil('2026-05-28', 4, 'yieldmax-single')
  const ask = (asOf: IsoDay) => nextExDate({ family: 'yieldmax-single', frequency: 52, payments }, asOf)
  expect(ask('2026-05-27')).toBe('2026-05-28')
  expect(ask('2026-05-28')).toBe('2026-06-04')
  expect(ask('2026-06-20')).toBe('2026-06-25')
})

test('every four weeks steps by 28 days', () => {
  const payments = ['2025-07-10', '2025-08-07', '2025-09-04'].map((exDate) => ({
    exDate,
    payDate: exDate,
    amount: 1
  }))
  const frequency: PaymentFrequency = 13
  expect(nextExDate({ family: 'yieldmax-single', frequency, payments }, '2025-09-05')).toBe('2025-10-02')
})

test('a new weekday is recognised after two weeks without a holiday', () => {
  // YMAX: Thursdays until 9 October 2025, Wednesdays since; Columbus Day disturbs the first one.
  const days = ['2025-09-25', '2025-10-02', '2025-10-09', '2025-10-15', '2025-10-22']
  expect(usualWeekday(days)).toBe(4)
  expect(usualWeekday([...days, '2025-10-29'])).toBe(3)
})

test('without payments there is no next ex-date', () => {
  expect(() => nextExDate({ family: 'defiance', frequency: 52, payments: [] }, '2026-01-01')).toThrow(
    RangeError
  )
})
