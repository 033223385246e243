import { expect, test } from 'vitest'
import { makeCalendar, makePayment } from '../../testing/make-calendar.ts'
import { calendarWeeks, statusOf } from './calendar-weeks.ts'

const paid = makePayment({
  exDate: '2026-05-28',
  payDate: '2026-05-29',
  ownBy: '2026-05-27',
  isOnRecord: true,
  range: null
})
const halfWay = makePayment({
  symbol: 'TSYY',
  exDate: '2026-05-29',
  payDate: '2026-06-02',
  ownBy: '2026-05-28',
  isOnRecord: true,
  range: null
})

test('a day on record has come or is declared; a day that is not is estimated, even a past one', () => {
  expect(statusOf(paid, '2026-05-29', '2026-05-29')).toBe('paid')
  expect(statusOf(halfWay, '2026-06-02', '2026-05-29')).toBe('declared')
  expect(statusOf(makePayment(), '2026-06-04', '2026-05-29')).toBe('estimated')
})

test('each week has its five days, its holiday and the day the data ends', () => {
  const [first, second, ...more] = calendarWeeks(makeCalendar([]))
  expect(more).toEqual([])
  expect(first?.days.map(({ day }) => day)).toEqual([
    '2026-05-25',
    '2026-05-26',
    '2026-05-27',
    '2026-05-28',
    '2026-05-29'
  ])
  expect(first?.days.map(({ isAsOf }) => isAsOf)).toEqual([false, false, false, false, true])
  expect(first?.days[0]?.closure?.name).toBe('Memorial Day')
  expect([first?.isPast, second?.isPast]).toEqual([true, false])
  expect(first?.busiestDay).toBeNull()
})

test('a payment stands on its ex-date and on its pay date', () => {
  const [, week] = calendarWeeks(makeCalendar([makePayment()]))
  const [thursday, friday] = [week?.days[3], week?.days[4]]
  const entries = [{ symbol: 'MSTY', amount: 0.3, range: { low: 0.25, high: 0.37 } }]
  expect(thursday?.groups).toEqual([{ kind: 'ex', status: 'estimated', ownBy: '2026-06-03', entries }])
  expect(friday?.groups).toEqual([{ kind: 'pay', status: 'estimated', ownBy: null, entries }])
  expect(week?.busiestDay).toEqual({ day: '2026-06-05', funds: 1 })
})

test('one payment may have gone ex and still be owed', () => {
  const [past, coming] = calendarWeeks(makeCalendar([halfWay]))
  expect(past?.days[4]?.groups).toMatchObject([{ kind: 'ex', status: 'paid', ownBy: null }])
  expect(coming?.days[1]?.groups).toMatchObject([{ kind: 'pay', status: 'declared' }])
})

test("a day's groups run from ex to pay and from certain to estimated, their funds by symbol", () => {
  const declared = makePayment({ symbol: 'XYZY', isOnRecord: true, range: null })
  const dayBefore = makePayment({ symbol: 'YMAX', exDate: '2026-06-03', payDate: '2026-06-04' })
  const calendar = makeCalendar([makePayment({ symbol: 'TSLY' }), makePayment(), declared, dayBefore])
  const thursday = calendarWeeks(calendar)[1]?.days[3]
  expect(
    thursday?.groups.map(({ kind, status, entries }) => [kind, status, ...entries.map((e) => e.symbol)])
  ).toEqual([
    ['ex', 'declared', 'XYZY'],
    ['ex', 'estimated', 'MSTY', 'TSLY'],
    ['pay', 'estimated', 'YMAX']
  ])
})
