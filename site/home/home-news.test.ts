import { expect, test } from 'vitest'
import type { CalendarPayment } from '../../admin-api/contract/calendar.ts'
import { readNewsWeek } from './home-news.ts'

function make(
  symbol: string,
  ownBy: string,
  exDate: string,
  payDate: string,
  isOnRecord = false
): CalendarPayment {
  const figures = { amount: 0.2, range: null, areDaysChecked: false, declaredBy: null, isProjected: false }
  return { kind: 'regular', symbol, ownBy, exDate, exDateRange: null, payDate, isOnRecord, ...figures }
}

/** July 6, 2026 is a Monday. */
const payments = [
  make('WEEK', '2026-07-02', '2026-07-06', '2026-07-07', true),
  make('ABLE', '2026-07-07', '2026-07-08', '2026-07-09', true),
  make('MSTY', '2026-07-08', '2026-07-09', '2026-07-10'),
  make('AMDY', '2026-07-08', '2026-07-09', '2026-07-10'),
  make('LATE', '2026-07-13', '2026-07-14', '2026-07-15')
]
const rowsOn = (today: string, newestDay: string | null = null, nextClose = today) => {
  const oldFigures = newestDay === null ? null : { newestDay, tradingDays: 96 }
  const { from, rows } = readNewsWeek(payments, ['MSTY'], { today, nextClose, oldFigures })
  return [
    from,
    ...rows.map(({ kind, day, isKnown, payments: members }) =>
      [kind, day, isKnown ? 'known' : 'expected', ...members.map(({ symbol }) => symbol)].join(' ')
    )
  ]
}

test('the news list the upcoming dates of this week, featured funds first', () => {
  expect(rowsOn('2026-07-08')).toEqual([
    '2026-07-06',
    'own-by 2026-07-08 known MSTY AMDY',
    'pay-date 2026-07-09 known ABLE',
    'pay-date 2026-07-10 known MSTY AMDY'
  ])
})

test('an own-by date disappears at the close of its day', () => {
  expect(rowsOn('2026-07-08', null, '2026-07-09').slice(1)).toEqual([
    'pay-date 2026-07-09 known ABLE',
    'pay-date 2026-07-10 known MSTY AMDY'
  ])
})

test('on a weekend the news list the dates of the next week', () => {
  expect(rowsOn('2026-07-11')).toEqual([
    '2026-07-13',
    'own-by 2026-07-13 known LATE',
    'pay-date 2026-07-15 known LATE'
  ])
})

test('with old figures the news list the rest of the last known week and mark unconfirmed dates', () => {
  expect(rowsOn('2026-11-23', '2026-07-08')).toEqual([
    '2026-07-06',
    'ex-date 2026-07-08 known ABLE',
    'ex-date 2026-07-09 expected MSTY AMDY',
    'pay-date 2026-07-09 known ABLE',
    'pay-date 2026-07-10 expected MSTY AMDY'
  ])
})
