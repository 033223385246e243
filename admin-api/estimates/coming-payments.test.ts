import { expect, test } from 'vitest'
import { addDays } from '../market-days/days.ts'
import { traitsOfFamily } from '../testing/make-history.ts'
import { makePayingFund, weeklyPayments } from '../testing/make-paying-fund.ts'
import { type ComingFacts, listComingPayments } from './coming-payments.ts'
import { withDeclared } from './estimate-row.ts'

const nextDay = (day: string) => addDays(day, 1)

/** Columns of a fund without an estimate. */
const noEstimate = {
  status: 'not-enough-data',
  frequency: null,
  amount: null,
  low: null,
  high: null,
  next_ex_date: null,
  next_pay_date: null
} as const

const daysOf = (fund: ComingFacts, until: string) =>
  listComingPayments(fund, until).map(
    ({ state, own_by, ex_date, pay_date }) => `${state}: ${own_by} ${ex_date} ${pay_date}`
  )

test('five weeks of Thursday payments: Juneteenth and July 4 move the pay dates', () => {
  // June 19 and July 3, 2026 are holidays: payments of the Thursdays before arrive on the Mondays after.
  expect(daysOf(makePayingFund(), '2026-07-03')).toEqual([
    'estimated: 2026-06-03 2026-06-04 2026-06-05',
    'projected: 2026-06-10 2026-06-11 2026-06-12',
    'projected: 2026-06-17 2026-06-18 2026-06-22',
    'projected: 2026-06-24 2026-06-25 2026-06-26',
    'projected: 2026-07-01 2026-07-02 2026-07-06'
  ])
})

test('the list covers a year from today while figures are up to half a year old, and follows the path', () => {
  const coming = listComingPayments(makePayingFund())
  expect(coming.length).toBe(78)
  expect(coming.at(-1)?.ex_date).toBe('2027-11-26')
  const [next, second] = coming
  expect(next).toMatchObject({
    amount: 0.3183,
    low: 0.25,
    high: 0.4,
    quantiles: [0.2, 0.25, 0.28, 0.3183, 0.35, 0.4, 0.45]
  })
  // By hand: the price of $18 grows by exp(0.05 x 7 / 365) and pays $0.3183: $17.6990, of which 7 x 0.25 % are $0.3097.
  expect(second).toMatchObject({
    amount: 0.3097,
    low: 0.1858,
    high: 0.4336,
    quantiles: [0.1549, 0.1858, 0.2478, 0.3097, 0.3717, 0.4336, 0.4646]
  })
  const amounts = coming.slice(1).map(({ amount }) => amount ?? 0)
  expect(amounts).toEqual(amounts.toSorted((one, other) => other - one))
})

test('without a projection only the days of later payments are known', () => {
  const [next, second] = listComingPayments(makePayingFund({ projection: null }))
  expect(next?.amount).toBe(0.3183)
  expect(second).toMatchObject({ ex_date: '2026-06-11', amount: null, low: null, quantiles: null })
})

test('approved dates replace the expected ones, once', () => {
  const days = { next_ex_date: '2026-06-05', next_pay_date: '2026-06-09', dates_confirmed_on: '2026-06-01' }
  const fund = makePayingFund(days)
  expect(daysOf(fund, '2026-06-12')).toEqual([
    'estimated: 2026-06-04 2026-06-05 2026-06-09',
    'projected: 2026-06-10 2026-06-11 2026-06-12'
  ])
  expect(
    listComingPayments(fund)
      .map(({ dates_confirmed_on }) => dates_confirmed_on)
      .slice(0, 2)
  ).toEqual(['2026-06-01', null])
})

test('after a holiday weekend the own-by date is the Friday before', () => {
  // WeeklyPay: Monday, May 25, 2026 is Memorial Day, so it goes ex on Tuesday; Friday, May 22 is the last session.
  const mondays = ['2026-04-27', '2026-05-04', '2026-05-11', '2026-05-18']
  const payments = mondays.map((exDate) => ({ exDate, payDate: nextDay(exDate), amount: 0.2 }))
  const fund = makePayingFund({
    ...noEstimate,
    traits: traitsOfFamily('roundhill-weeklypay'),
    payments,
    as_of: '2026-05-20'
  })
  expect(daysOf(fund, '2026-05-29')).toEqual(['estimated: 2026-05-22 2026-05-26 2026-05-27'])
})

test('a declared amount replaces the estimate of its payment, and leaves the price for later ones', () => {
  const declared = { amount: 0.31, declaredOn: '2026-06-02', sourceName: 'Nasdaq', seenOn: '2026-06-03' }
  const days = { next_ex_date: '2026-06-03', next_pay_date: '2026-06-05' }
  const fund = makePayingFund({ ...days, declared: JSON.stringify(declared) })
  expect(listComingPayments(fund, '2026-06-12')).toMatchObject([
    {
      ex_date: '2026-06-03',
      own_by: '2026-06-02',
      pay_date: '2026-06-05',
      state: 'declared',
      amount: 0.31,
      low: null,
      quantiles: null,
      declared: { source: 'Nasdaq', declared_on: '2026-06-02', seen_on: '2026-06-03' }
    },
    // The declared payment leaves $17.7073 of the price, of which a week pays 1.75 %.
    { ex_date: '2026-06-11', state: 'projected', amount: 0.3099, declared: null }
  ])
})

test('every announced payment is listed once: regular ones in place of expected ones, special ones in addition', () => {
  const announce = (ex_date: string, amount: number) => ({
    ex_date,
    payment_date: null,
    amount,
    declared_on: null,
    source_name: 'Nasdaq',
    seen_on: '2026-05-29'
  })
  // The residual payment of June 8 is stored; June 12 is the payment expected for Thursday, June 11.
  const residual = { exDate: '2026-06-08', payDate: '2026-06-09', amount: 0.01 }
  const declared = { exDate: '2026-06-04', payDate: '2026-06-05', amount: 0.5 }
  const fund = makePayingFund({
    payments: [...weeklyPayments, declared, residual],
    announced: [announce('2026-06-12', 0.2)],
    declared: JSON.stringify({ amount: 0.5, declaredOn: null, sourceName: 'Test', seenOn: '2026-06-01' })
  })
  const coming = listComingPayments(fund, '2026-06-19')
  expect(coming.map(({ ex_date, state, amount }) => `${ex_date} ${state} ${amount}`)).toEqual([
    '2026-06-04 declared 0.5',
    '2026-06-08 declared 0.01',
    '2026-06-12 declared 0.2',
    '2026-06-18 projected 0.3033'
  ])
})

test('a declared residual is an additional row, and the estimated payment keeps its day and own-by date', () => {
  // TSLY on December 29, 2025: the fund paid $0.3658 on January 2 besides.
  const days = ['2025-12-04', '2025-12-11', '2025-12-18', '2025-12-26']
  const payments = days.map((exDate) => ({ exDate, payDate: nextDay(exDate), amount: 0.6 }))
  const announced = [
    {
      ex_date: '2025-12-30',
      payment_date: '2025-12-31',
      amount: 0.0005,
      declared_on: '2025-12-29',
      source_name: 'Nasdaq',
      seen_on: '2025-12-29'
    }
  ]
  const fund = makePayingFund({
    payments,
    announced,
    as_of: '2025-12-29',
    next_ex_date: '2026-01-02',
    next_pay_date: '2026-01-05'
  })
  expect(withDeclared(fund, payments, announced)).toMatchObject({
    declared: null,
    next_ex_date: '2026-01-02'
  })
  const listed = listComingPayments(fund, '2026-01-09')
  expect(listed.map(({ ex_date, kind, state, own_by }) => [ex_date, kind, state, own_by])).toEqual([
    ['2025-12-30', 'residual', 'declared', '2025-12-29'],
    ['2026-01-02', 'regular', 'estimated', '2025-12-31'],
    ['2026-01-08', 'regular', 'projected', '2026-01-07']
  ])
})

test('a fund that stopped, is closed or has too few payments has only announced payments', () => {
  const ahead = { exDate: '2026-06-04', payDate: '2026-06-05', amount: 0.5 }
  const payments = [...weeklyPayments, ahead]
  for (const fund of [
    makePayingFund({ ...noEstimate, payments, status: 'inactive' }),
    makePayingFund({ ...noEstimate, payments, state: 'closed', status: 'closed' }),
    makePayingFund({ ...noEstimate, payments: payments.slice(-3) })
  ])
    expect(daysOf(fund, '2026-07-03')).toEqual(['declared: 2026-06-03 2026-06-04 2026-06-05'])
})

test('a fund without a price has days without amounts', () => {
  expect(listComingPayments(makePayingFund(noEstimate), '2026-06-05')).toMatchObject([
    { ex_date: '2026-06-04', state: 'estimated', amount: null, low: null, quantiles: null }
  ])
})

test('the estimate decides the frequency, not the ex-dates of the months before', () => {
  const months = ['2026-02-25', '2026-03-25', '2026-04-29', '2026-05-27']
  const payments = months.map((exDate) => ({ exDate, payDate: nextDay(exDate), amount: 1 }))
  const estimate = { as_of: '2026-05-27', next_ex_date: '2026-06-03', next_pay_date: '2026-06-04' }
  expect(daysOf(makePayingFund({ payments, ...estimate }), '2026-06-12')).toEqual([
    'estimated: 2026-06-02 2026-06-03 2026-06-04',
    'projected: 2026-06-09 2026-06-10 2026-06-11'
  ])
})

test('later payments have the range of their fund too, and its first day decides the own-by date', () => {
  const days = [
    '2025-09-02',
    '2025-10-01',
    '2025-11-03',
    '2025-12-01',
    '2026-02-02',
    '2026-03-02',
    '2026-03-30'
  ]
  const payments = days.map((exDate) => ({ exDate, payDate: nextDay(exDate), amount: 1 }))
  const fund = makePayingFund({
    payments,
    as_of: '2026-04-15',
    frequency: 12,
    next_ex_date: '2026-05-01',
    next_pay_date: '2026-05-04',
    ex_date_first: '2026-04-29',
    ex_date_last: '2026-05-01'
  })
  expect(listComingPayments(fund, '2026-06-10')).toMatchObject([
    {
      ex_date: '2026-05-01',
      ex_date_range: { first: '2026-04-29', last: '2026-05-01' },
      own_by: '2026-04-28'
    },
    {
      ex_date: '2026-06-01',
      ex_date_range: { first: '2026-05-28', last: '2026-06-01' },
      own_by: '2026-05-27'
    }
  ])
})

test('two payments a month, and one a quarter, continue as often', () => {
  const toPayments = (days: readonly string[]) =>
    days.map((exDate) => ({ exDate, payDate: nextDay(exDate), amount: 0.26 }))
  // BTCC: the middle and the last session of each month.
  const halves = ['04-14', '04-29', '05-14', '05-28', '06-12', '06-29'].map((day) => `2026-${day}`)
  const next = { as_of: '2026-07-08', next_ex_date: '2026-07-14', next_pay_date: '2026-07-15' }
  const coming = listComingPayments(
    makePayingFund({ payments: toPayments(halves), frequency: 24, ...next }),
    '2027-07-07'
  )
  expect(coming).toHaveLength(24)
  expect(coming.slice(0, 3).map(({ ex_date }) => ex_date.slice(0, 7))).toEqual([
    '2026-07',
    '2026-07',
    '2026-08'
  ])
  const quarters = ['2025-09-02', '2025-12-01', '2026-03-02', '2026-06-01']
  const quarterly = makePayingFund({ ...noEstimate, payments: toPayments(quarters), as_of: '2026-07-08' })
  expect(listComingPayments(quarterly, '2027-07-07').map(({ ex_date }) => ex_date)).toEqual([
    '2026-09-01',
    '2026-12-01',
    '2027-03-01',
    '2027-06-01'
  ])
})
