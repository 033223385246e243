import { expect, test } from 'vitest'
import { listComingPayments } from '../estimates/coming-payments.ts'
import { makePayingFund, weeklyPayments } from '../testing/make-paying-fund.ts'
import type { FundTimeline } from './calendar.db.ts'
import { buildCalendar, recordedPayments, upcomingPayments, weeksAround } from './load-calendar-page.ts'

function makeTimeline(fields: Partial<FundTimeline> = {}): FundTimeline {
  const fund = makePayingFund(fields)
  const coming = listComingPayments(fund, '2026-06-12')
  return { ...fund, familyName: 'YieldMax, single stock', coming, notices: [], ...fields }
}

test('stored payments are on record with their own-by dates, and coming ones are not repeated', () => {
  const declared = { exDate: '2026-06-04', payDate: '2026-06-05', amount: 0.5 }
  const fund = makeTimeline({ payments: [...weeklyPayments, declared] })
  expect(recordedPayments(fund).at(-1)).toMatchObject({
    exDate: '2026-06-04',
    ownBy: '2026-06-03',
    isOnRecord: true,
    amount: 0.5
  })
  expect(upcomingPayments(fund).map(({ exDate }) => exDate)).toEqual(['2026-06-11'])
})

test('the next payment has its estimate, later ones follow the path of the fund', () => {
  expect(upcomingPayments(makeTimeline())).toMatchObject([
    {
      exDate: '2026-06-04',
      payDate: '2026-06-05',
      ownBy: '2026-06-03',
      isOnRecord: false,
      isProjected: false,
      amount: 0.3183,
      range: { low: 0.25, high: 0.4 }
    },
    { exDate: '2026-06-11', isProjected: true, amount: 0.3097, range: { low: 0.1858, high: 0.4336 } }
  ])
})

test('the calendar runs from the Monday of the week before to the Friday five weeks later', () => {
  expect(weeksAround('2026-05-29')).toEqual({ from: '2026-05-18', until: '2026-07-03' })
  expect(weeksAround('2026-06-01')).toEqual({ from: '2026-05-25', until: '2026-07-10' })
  expect(weeksAround('2025-12-31')).toEqual({ from: '2025-12-22', until: '2026-02-06' })
})

test('a fund without a date in these weeks is listed with the reason', () => {
  const message = 'FEAT has paid nothing since April 30, 2026, so there is no estimate.'
  const stopped = makeTimeline({
    symbol: 'FEAT',
    payments: weeklyPayments.slice(0, 1),
    status: 'inactive',
    next_ex_date: null,
    message
  })
  const page = buildCalendar([stopped, makeTimeline()], '2026-05-29')
  expect(page.funds).toMatchObject([{ symbol: 'MSTY', frequencyLabel: 'Weekly' }])
  expect(page.leftOut).toEqual([{ symbol: 'FEAT', message }])
  // Two weeks back: the payments of May 21 and 28; and two ahead.
  expect(page.payments.map(({ isOnRecord }) => isOnRecord)).toEqual([true, true, false, false])
})
