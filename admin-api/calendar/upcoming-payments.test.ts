import { expect, test } from 'vitest'
import type { Payment } from '../market-days/types.ts'
import { traitsOfFamily } from '../testing/make-history.ts'
import type { FundTimeline } from './calendar.db.ts'
import { buildCalendar, weeksAround } from './load-calendar-page.ts'
import { recordedPayments, upcomingPayments } from './upcoming-payments.ts'

const thursdays = ['2026-04-30', '2026-05-07', '2026-05-14', '2026-05-21', '2026-05-28']
const nextDay = (day: string) => new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
const weekly: Payment[] = thursdays.map((exDate) => ({ exDate, payDate: nextDay(exDate), amount: 0.3 }))

/** MSTY: ex on Thursdays, paid on Fridays, estimated for June 4, 2026. */
function makeTimeline(
  given: Partial<FundTimeline> = {},
  estimate: Partial<FundTimeline['estimate']> = {}
): FundTimeline {
  return {
    symbol: 'MSTY',
    name: 'YieldMax MSTR Option Income Strategy ETF',
    issuer: 'YieldMax',
    familyName: 'YieldMax, single stock',
    traits: traitsOfFamily('yieldmax-single'),
    state: 'open',
    payments: weekly,
    ...given,
    estimate: {
      status: 'estimated',
      message: null,
      amount: 0.31826,
      low: 0.25,
      high: 0.4,
      next_ex_date: '2026-06-04',
      next_pay_date: '2026-06-05',
      ex_date_first: null,
      ex_date_last: null,
      dates_confirmed_on: null,
      declared: null,
      source_name: 'Test figures',
      made_at: '2026-06-01T12:00:00.000Z',
      ...estimate
    }
  }
}
const daysOf = (payments: readonly { exDate: string; payDate: string; ownBy: string }[]) =>
  payments.map(({ ownBy, exDate, payDate }) => `${ownBy} ${exDate} ${payDate}`)

test('five weeks of Thursday payments: Juneteenth and July 4 move the pay dates', () => {
  // June 19 and July 3, 2026 are holidays: payments of the Thursdays before arrive on the Mondays after.
  expect(daysOf(upcomingPayments(makeTimeline(), '2026-05-29', '2026-07-03'))).toEqual([
    '2026-06-03 2026-06-04 2026-06-05',
    '2026-06-10 2026-06-11 2026-06-12',
    '2026-06-17 2026-06-18 2026-06-22',
    '2026-06-24 2026-06-25 2026-06-26',
    '2026-07-01 2026-07-02 2026-07-06'
  ])
})

test('only the payment the estimate was made for has an amount', () => {
  const upcoming = upcomingPayments(makeTimeline(), '2026-05-29', '2026-06-18')
  expect(upcoming.map(({ amount, range }) => ({ amount, range }))).toEqual([
    { amount: 0.3183, range: { low: 0.25, high: 0.4 } },
    { amount: null, range: null },
    { amount: null, range: null }
  ])
})

test('approved dates replace the expected ones, once, and carry the amount', () => {
  const confirmed = {
    next_ex_date: '2026-06-05',
    next_pay_date: '2026-06-09',
    dates_confirmed_on: '2026-06-01'
  }
  const upcoming = upcomingPayments(makeTimeline({}, confirmed), '2026-05-29', '2026-06-12')
  expect(daysOf(upcoming)).toEqual(['2026-06-04 2026-06-05 2026-06-09', '2026-06-10 2026-06-11 2026-06-12'])
  expect(upcoming.map(({ amount }) => amount)).toEqual([0.3183, null])
  expect(upcoming.map(({ areDaysChecked }) => areDaysChecked)).toEqual([true, false])
})

test('after a holiday weekend the own-by date is the Friday before', () => {
  // WeeklyPay: Monday, May 25, 2026 is Memorial Day, so it goes ex on Tuesday; Friday, May 22 is the last session.
  const mondays = ['2026-04-27', '2026-05-04', '2026-05-11', '2026-05-18']
  const payments = mondays.map((exDate) => ({ exDate, payDate: nextDay(exDate), amount: 0.2 }))
  const fund = makeTimeline({ symbol: 'NVDW', traits: traitsOfFamily('roundhill-weeklypay'), payments })
  expect(daysOf(upcomingPayments(fund, '2026-05-20', '2026-05-29'))).toEqual([
    '2026-05-22 2026-05-26 2026-05-27'
  ])
})

test('a stored payment replaces the expected one, and the schedule continues after it', () => {
  const declared = { exDate: '2026-06-04', payDate: '2026-06-05', amount: 0.5 }
  const fund = makeTimeline({ payments: [...weekly, declared] })
  expect(recordedPayments(fund).at(-1)).toMatchObject({
    exDate: '2026-06-04',
    ownBy: '2026-06-03',
    isOnRecord: true,
    amount: 0.5
  })
  const upcoming = upcomingPayments(fund, '2026-05-29', '2026-06-12')
  expect(daysOf(upcoming)).toEqual(['2026-06-10 2026-06-11 2026-06-12'])
  expect(upcoming[0]?.amount).toBeNull() // The estimate was for the payment that is now declared.
})

test('a declared payment appears with its dates, amount and source instead of the estimate', () => {
  const declared = { amount: 0.31, declaredOn: '2026-06-02', sourceName: 'Massive', seenOn: '2026-06-03' }
  const days = { next_ex_date: '2026-06-03', next_pay_date: '2026-06-05' }
  const fund = makeTimeline({}, { ...days, declared: JSON.stringify(declared) })
  const [first, second] = upcomingPayments(fund, '2026-05-29', '2026-06-12')
  expect(first).toMatchObject({
    exDate: '2026-06-03',
    payDate: '2026-06-05',
    ownBy: '2026-06-02',
    isOnRecord: true,
    declaredBy: { source: 'Massive', seenOn: '2026-06-03' },
    amount: 0.31,
    range: null
  })
  expect(second).toMatchObject({ exDate: '2026-06-11', isOnRecord: false, declaredBy: null, amount: null })
})

test('a fund that stopped or has too few payments has no upcoming dates', () => {
  expect(upcomingPayments(makeTimeline({}, { status: 'inactive' }), '2026-05-29', '2026-07-03')).toEqual([])
  const young = makeTimeline({ payments: weekly.slice(-2) }, { status: 'not-enough-data' })
  expect(upcomingPayments(young, '2026-05-29', '2026-07-03')).toEqual([])
})

test('a fund without a price still has dates', () => {
  const noFigures = {
    status: 'not-enough-data',
    amount: null,
    low: null,
    high: null,
    next_ex_date: null
  } as const
  const [first] = upcomingPayments(makeTimeline({}, noFigures), '2026-05-29', '2026-06-05')
  expect(first).toMatchObject({ exDate: '2026-06-04', amount: null })
})

test('the calendar runs from the Monday of the week before to the Friday five weeks later', () => {
  expect(weeksAround('2026-05-29')).toEqual({ from: '2026-05-18', until: '2026-07-03' })
  expect(weeksAround('2026-06-01')).toEqual({ from: '2026-05-25', until: '2026-07-10' })
  expect(weeksAround('2025-12-31')).toEqual({ from: '2025-12-22', until: '2026-02-06' })
})

test('a fund without a date in these weeks is listed with the reason', () => {
  const stopped = makeTimeline(
    { symbol: 'FEAT', payments: weekly.slice(0, 1) },
    { status: 'inactive', message: 'FEAT has paid nothing since April 30, 2026, so there is no estimate.' }
  )
  const page = buildCalendar([stopped, makeTimeline()], '2026-05-29')
  expect(page.funds).toMatchObject([{ symbol: 'MSTY', frequencyLabel: 'Weekly' }])
  expect(page.leftOut).toEqual([
    { symbol: 'FEAT', message: 'FEAT has paid nothing since April 30, 2026, so there is no estimate.' }
  ])
  // Two weeks back: the payments of May 21 and 28; five weeks ahead: five.
  expect(page.payments.map(({ isOnRecord }) => isOnRecord)).toEqual([true, true, ...Array(5).fill(false)])
})
