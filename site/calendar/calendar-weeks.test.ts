import { expect, test } from 'vitest'
import { makeCalendar, makePayment } from '../testing/make-calendar.ts'
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

/** First session after the newest day of the data. */
const monday = '2026-06-01'
const time = { today: monday, nextClose: monday }
const now = { asOf: '2026-05-29', today: monday }

test('a stored payment is paid or declared, any other estimated', () => {
  expect(statusOf(paid, '2026-05-29', now)).toBe('paid')
  expect(statusOf(halfWay, '2026-06-02', now)).toBe('declared')
  expect(statusOf(makePayment(), '2026-06-04', now)).toBe('estimated')
})

test('without newer figures a passed estimate becomes expected, a declared payment paid', () => {
  const on = (today: string) => ({ asOf: '2026-05-29', today })
  expect(statusOf(makePayment(), '2026-06-04', on('2026-06-04'))).toBe('estimated')
  expect(statusOf(makePayment(), '2026-06-04', on('2026-06-05'))).toBe('expected')
  expect(statusOf(halfWay, '2026-06-02', on('2026-06-02'))).toBe('declared')
  expect(statusOf(halfWay, '2026-06-02', on('2026-06-03'))).toBe('paid')
})

test("a declared but unstored payment isn't called paid when its day passes", () => {
  const declaredBy = { source: 'Nasdaq', seenOn: '2026-05-29' }
  const ahead = makePayment({ isOnRecord: true, declaredBy, range: null })
  const on = (today: string) => ({ asOf: '2026-05-29', today })
  expect(statusOf(ahead, '2026-06-04', on('2026-06-04'))).toBe('declared')
  expect(statusOf(ahead, '2026-06-04', on('2026-06-05'))).toBe('expected')
})

test('a week after the data is upcoming until its Friday has passed, and then has no own-by date', () => {
  const whenOn = (today: string) =>
    calendarWeeks(makeCalendar([]), { today, nextClose: today }).map(({ when }) => when)
  expect(whenOn('2026-06-05')).toEqual(['recorded', 'coming'])
  expect(whenOn('2026-06-06')).toEqual(['recorded', 'unseen'])
  const [, week] = calendarWeeks(makeCalendar([makePayment()]), {
    today: '2026-11-22',
    nextClose: '2026-11-23'
  })
  expect(week?.days[3]?.groups).toMatchObject([{ kind: 'ex', status: 'expected', ownBy: null }])
})

test('each week has five days, its holiday and the day the data ends', () => {
  const [first, second, ...more] = calendarWeeks(makeCalendar([]), time)
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
  expect([first?.when, second?.when]).toEqual(['recorded', 'coming'])
})

test('a payment is on its ex-date and its pay date', () => {
  const [, week] = calendarWeeks(makeCalendar([makePayment()]), time)
  const [thursday, friday] = [week?.days[3], week?.days[4]]
  const families = [{ name: '', entries: [makePayment()] }]
  const ownBy = { day: '2026-06-03', isPast: false }
  expect(thursday?.groups).toEqual([{ kind: 'ex', status: 'estimated', ownBy, families }])
  expect(friday?.groups).toEqual([{ kind: 'pay', status: 'estimated', ownBy: null, families }])
})

test('an own-by date passes at the close of its day, while the payment is still ahead', () => {
  const ownByAt = (nextClose: string) =>
    calendarWeeks(makeCalendar([makePayment()]), { today: '2026-06-03', nextClose })[1]?.days[3]?.groups[0]
      ?.ownBy
  expect(ownByAt('2026-06-03')).toEqual({ day: '2026-06-03', isPast: false })
  expect(ownByAt('2026-06-04')).toEqual({ day: '2026-06-03', isPast: true })
})

test('a week begins with today, else with the newest day of the data, else with its first payment', () => {
  const firstOn = (today: string) =>
    calendarWeeks(makeCalendar([makePayment()]), { today, nextClose: today }).map(
      ({ days }) => days.find(({ isFirst }) => isFirst)?.day
    )
  expect(firstOn('2026-06-02')).toEqual(['2026-05-29', '2026-06-02'])
  expect(firstOn('2026-11-23')).toEqual(['2026-05-29', '2026-06-04'])
})

test('a payment may have gone ex and not be paid yet', () => {
  const [past, coming] = calendarWeeks(makeCalendar([halfWay]), time)
  expect(past?.days[4]?.groups).toMatchObject([{ kind: 'ex', status: 'paid', ownBy: null }])
  expect(coming?.days[1]?.groups).toMatchObject([{ kind: 'pay', status: 'declared' }])
})

test('groups of a day are sorted ex before pay and certain before estimated, funds by family and symbol', () => {
  const declared = makePayment({ symbol: 'XYZY', isOnRecord: true, range: null })
  const dayBefore = makePayment({ symbol: 'YMAX', exDate: '2026-06-03', payDate: '2026-06-04' })
  const families = { MSTY: 'YieldMax', TSLY: 'YieldMax', AAPW: 'Roundhill' }
  const estimated = ['TSLY', 'AAPW', 'MSTY'].map((symbol) => makePayment({ symbol }))
  const calendar = {
    ...makeCalendar([...estimated, declared, dayBefore]),
    funds: Object.entries(families).map(([symbol, family]) => ({
      symbol,
      family,
      name: symbol,
      issuer: family,
      frequencyLabel: 'Weekly'
    }))
  }
  const thursday = calendarWeeks(calendar, time)[1]?.days[3]
  expect(
    thursday?.groups.map(({ kind, status, families }) => [
      kind,
      status,
      ...families.flatMap(({ name, entries }) => [name, ...entries.map(({ symbol }) => symbol)])
    ])
  ).toEqual([
    ['ex', 'declared', '', 'XYZY'],
    ['ex', 'estimated', 'YieldMax', 'MSTY', 'TSLY', 'Roundhill', 'AAPW'],
    ['pay', 'estimated', '', 'YMAX']
  ])
  expect(thursday?.funds).toBe(5)
})
