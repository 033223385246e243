import { expect, test } from 'vitest'
import type { CalendarFeedPage, CalendarPayment } from '../../admin-api/contract/calendar.ts'
import { makePayment } from '../testing/make-calendar.ts'
import { toFeed } from './feed-events.ts'

function feedOf(payments: CalendarPayment[], asOf = '2026-05-29', today = asOf) {
  const page: CalendarFeedPage = {
    kind: 'calendar-feed',
    symbols: ['MSTY'],
    asOf,
    madeAt: '2026-06-01T12:00:00.000Z',
    dataSource: 'Test figures to May 29, 2026',
    funds: [],
    payments,
    notices: []
  }
  return toFeed(page, { siteUrl: 'https://doubloon.example', path: '/calendar/msty.ics', today })
}
const uidsOf = (payments: CalendarPayment[]) => feedOf(payments).events.map(({ uid }) => uid)

test('an estimate has its amount, range, own-by date and source', () => {
  const [ex, pay] = feedOf([makePayment()]).events
  expect(ex).toEqual({
    uid: 'msty-2026-w23-ex@doubloon',
    day: '2026-06-04',
    summary: 'MSTY about $0.30, pays Fri (ex-date)',
    description: [
      'Estimate: $0.3000 a share; 80% range $0.2500 to $0.3700.',
      'Own it by the close on Wed, Jun 3.',
      'Ex-date Thu, Jun 4, pay date Fri, Jun 5, both estimated.',
      'Estimated, not guaranteed, and not financial advice.',
      'Source: Test figures to May 29, 2026.'
    ].join('\n'),
    url: 'https://doubloon.example/msty',
    isTentative: true
  })
  expect(pay).toMatchObject({
    day: '2026-06-05',
    summary: 'MSTY pays about $0.30 (estimated)',
    isTentative: true
  })
})

test('approved dates are called checked, the amount stays an estimate', () => {
  const [ex] = feedOf([makePayment({ areDaysChecked: true })]).events
  expect(ex?.description).toContain('pay date Fri, Jun 5, both checked by us.')
  expect(ex?.description).toContain('Estimate: $0.3000 a share')
})

test('payments after the next one have titles without amounts', () => {
  const [ex, pay] = feedOf([makePayment({ isProjected: true })]).events
  expect([ex?.summary, pay?.summary]).toEqual(['MSTY ex-date (estimated)', 'MSTY pay date (estimated)'])
  expect(ex?.description).toMatch(/^No estimate yet; the one before is \$0\.30 a share\./)
})

test('an estimate below ten cents keeps two significant digits', () => {
  const titles = [0.0593, 0.0061, 0.6, 1.254].map(
    (amount) => feedOf([makePayment({ amount })]).events[1]?.summary
  )
  expect(titles).toEqual([
    'MSTY pays about $0.059 (estimated)',
    'MSTY pays about $0.0061 (estimated)',
    'MSTY pays about $0.60 (estimated)',
    'MSTY pays about $1.25 (estimated)'
  ])
})

test('a passed estimate without news is not confirmed and has no own-by date', () => {
  const [ex, pay] = feedOf([makePayment()], '2026-05-29', '2026-06-05').events
  expect(ex).toMatchObject({ summary: 'MSTY ex-date (not confirmed)', isTentative: true })
  expect(ex?.description).not.toContain('Own it')
  expect(ex?.description).toContain('Test figures to May 29, 2026')
  expect(pay?.summary).toBe('MSTY pays about $0.30 (estimated)')
})

test('a payment is declared until it is paid', () => {
  const known = makePayment({ isOnRecord: true, range: null })
  const summariesAsOf = (asOf: string) => feedOf([known], asOf).events.map(({ summary }) => summary)
  expect(summariesAsOf('2026-06-03')).toEqual([
    'MSTY $0.3000, pays Fri (ex-date)',
    'MSTY pays $0.3000 (declared)'
  ])
  expect(summariesAsOf('2026-06-04')).toEqual(['MSTY ex-date', 'MSTY pays $0.3000 (declared)'])
  expect(summariesAsOf('2026-06-05')).toEqual(['MSTY ex-date', 'MSTY paid $0.3000 a share'])
  expect(feedOf([known], '2026-06-04').events.every(({ isTentative }) => !isTentative)).toBe(true)
})

test('a declared payment names its source and day', () => {
  const declaredBy = { source: 'Nasdaq', seenOn: '2026-06-02' }
  const [ex] = feedOf([makePayment({ isOnRecord: true, declaredBy, range: null })], '2026-06-02').events
  expect(ex?.description).toContain('Declared: $0.3000 a share (Nasdaq, June 2, 2026).')
})

test('an event keeps its id when it is paid and when a holiday moves it within its week', () => {
  const estimated = uidsOf([makePayment()])
  expect(uidsOf([makePayment({ isOnRecord: true })])).toEqual(estimated)
  expect(uidsOf([makePayment({ exDate: '2026-06-05', payDate: '2026-06-08' })])).toEqual(estimated)
  expect(uidsOf([makePayment({ exDate: '2026-06-11', payDate: '2026-06-12' })])).not.toEqual(estimated)
})

test('two payments of one week have two ids', () => {
  // XDTE paid on December 30, 2025, and its weekly payment on January 2, 2026.
  const uids = uidsOf([
    makePayment({ exDate: '2025-12-30', payDate: '2025-12-31' }),
    makePayment({ exDate: '2026-01-02', payDate: '2026-01-05' })
  ])
  expect(uids).toEqual([
    'msty-2026-w01-ex@doubloon',
    'msty-2026-w01-pay@doubloon',
    'msty-2026-w01-2-ex@doubloon',
    'msty-2026-w01-2-pay@doubloon'
  ])
})
