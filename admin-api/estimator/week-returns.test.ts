import { expect, test } from 'vitest'
import { closeAt } from '../market-days/closes.ts'
import { traitsOfFamily } from '../testing/make-history.ts'
import { dailyVolatility, weekClose, weekCutoff, weekReturns } from './week-returns.ts'

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

test('a week is complete at the close of its last session', () => {
  expect(weekReturns(closes, [], '2026-05-23', 1)[0]).toBeCloseTo(Math.log(0.9), 12)
  expect(weekReturns(closes, [], '2026-05-22', 1)[0]).toBeCloseTo(Math.log(0.9), 12)
  expect(weekReturns(closes, [], '2026-05-21', 1)[0]).toBeCloseTo(Math.log(1.1), 12)
})

test('the close of a week is that of its last session', () => {
  expect(weekClose(closes, '2026-05-26')).toBe(9.9)
  expect(weekClose(closes, '2026-05-21')).toBe(11)
  // Friday the 22nd without a close, as on a holiday.
  expect(
    weekClose(
      closes.filter(({ date }) => date !== '2026-05-22'),
      '2026-05-26'
    )
  ).toBe(11.5)
  expect(weekClose([], '2026-05-26')).toBeUndefined()
})

test('daily volatility is the root mean square of the returns of two complete weeks', () => {
  const days = [
    '2026-05-08',
    '2026-05-11',
    '2026-05-12',
    '2026-05-13',
    '2026-05-15',
    '2026-05-18',
    '2026-05-22'
  ]
  const prices = [10, 11, 10, 11, 11, 11, 99]
  const list = days.map((date, i) => ({ date, close: prices[i] ?? 0 }))
  // By hand, up to Friday, May 15: three moves of ln 1.1 and one of 0; later weeks are incomplete.
  expect(dailyVolatility(list, [], '2026-05-21')).toBeCloseTo(Math.log(1.1) * Math.sqrt(3 / 4), 12)
  // A payment of 1 on May 12 offsets the fall of that day.
  expect(dailyVolatility(list, [{ exDate: '2026-05-12', amount: 1 }], '2026-05-21')).toBeCloseTo(
    Math.log(1.1) * Math.sqrt(2 / 4),
    12
  )
  expect(dailyVolatility(list.slice(0, 4), [], '2026-05-21')).toBe(0)
})

test('before a closed Friday the week is complete on Thursday', () => {
  // April 3, 2026 is Good Friday.
  const easter = [
    { date: '2026-03-27', close: 10 },
    { date: '2026-04-01', close: 12 },
    { date: '2026-04-02', close: 11 }
  ]
  expect(weekClose(easter, '2026-04-01')).toBe(10)
  expect(weekClose(easter, '2026-04-02')).toBe(11)
})

test('an ex-date of WeeklyPay on a Tuesday leaves the week that counts', () => {
  // WeeklyPay skips Columbus Day, October 13, 2025; two sessions before Tuesday is Friday, October 10.
  const traits = traitsOfFamily('roundhill-weeklypay')
  expect(weekCutoff('2025-10-14', '2025-10-10', traits)).toBe('2025-10-08')
  expect(weekCutoff('2025-10-06', '2025-10-02', traits)).toBe('2025-10-01')
  expect(weekCutoff('2025-10-14', '2025-10-08', traits)).toBe('2025-10-08')
  // TOPW always goes ex on Tuesdays.
  expect(weekCutoff('2026-06-16', '2026-06-12', traits)).toBe('2026-06-10')
  // Presidents' Day closes the exchange, too.
  expect(weekCutoff('2026-02-17', '2026-02-12', traits)).toBe('2026-02-11')
  // YieldMax, Wednesday after a Monday without trading: the week that ended on Friday counts, as after any Monday.
  expect(weekCutoff('2026-01-21', '2026-01-16', traitsOfFamily('yieldmax-portfolio'))).toBe('2026-01-16')
})

test('a week without prices counts as no return', () => {
  expect(weekReturns([], [], '2026-05-22', 2)).toEqual([0, 0])
})

test('closeAt finds the latest close up to 14 days before', () => {
  expect(closeAt(closes, '2026-05-25')?.close).toBe(9.9)
  expect(closeAt(closes, '2026-06-09')?.close).toBe(99)
  expect(closeAt(closes, '2026-06-10')).toBeUndefined()
  expect(closeAt(closes, '2026-05-07')).toBeUndefined()
  expect(closeAt([], '2026-05-07')).toBeUndefined()
})
