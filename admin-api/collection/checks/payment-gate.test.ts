import { expect, test } from 'vitest'
import { addDays } from '../../market-days/days.ts'
import { isSession } from '../../market-days/market-calendar.ts'
import type { Close, IsoDay } from '../../market-days/types.ts'
import { makeHistory } from '../../testing/make-history.ts'
import { detectAnomaly } from './payment-gate.ts'
import type { GateFund } from './payment-rhythm.ts'

/** Pays 1 % of a close of 20 on Thursdays, last on July 31, 2025; the next is due on August 7. */
const weekly: GateFund = { ...makeHistory({ closeOf: () => 20 }), reported: [] }
const lastDay = '2025-08-04'

function judge(payment: { exDate?: IsoDay; amount?: number }, given: Partial<GateFund> = {}) {
  const { exDate = '2025-08-07', amount = 0.2 } = payment
  const fund = { ...weekly, closes: weekly.closes.filter(({ date }) => date <= lastDay), ...given }
  return detectAnomaly(fund, { exDate, amount }, '2025-08-07')
}

/** Closes that continue at `factor` times their level from `day` on. */
function jumpingCloses(day: IsoDay, factor: number): Close[] {
  return weekly.closes.map(({ date, close }) => ({ date, close: date < day ? close : close * factor }))
}

test('the fixture pays on Thursdays up to July 31', () => {
  expect(weekly.payments.at(-1)).toMatchObject({ exDate: '2025-07-31', amount: 0.2 })
})

test.each([
  ['the usual payment', {}],
  ['nearly three times as much', { amount: 0.58 }],
  ['a little over a third', { amount: 0.07 }],
  ['one declared for next week', { exDate: '2025-08-14' }]
])('%s passes', (_what, payment) => {
  const reported = [{ exDate: '2025-08-07', amount: 0.2 }]
  expect(judge(payment, { reported })).toBeNull()
})

test('a first payment is compared with the price', () => {
  const payments = weekly.payments.slice(0, 1)
  expect(judge({ amount: 3 }, { payments })).toBeNull()
  expect(judge({ amount: 12.34 }, { payments })).toBe(
    'The payment of TEST with ex-date August 7, 2025, $12.3400, is 62% of its price; no fund has paid more than 16% at once.'
  )
})

test.each([
  ['a zero', { amount: 0 }, 'is reported as zero'],
  [
    'six times as much',
    { amount: 1.2 },
    'usually pays about $0.2000 for 7 days; $1.2000 is reported for the ex-date August 7, 2025, 6 times as much.'
  ],
  ['four and a half times as much', { amount: 0.9 }, '4.5 times as much'],
  ['three times as much', { amount: 0.6001 }, '3 times as much'],
  ['less than a third', { amount: 0.066 }, '0.33 times as much'],
  ['a tenth', { amount: 0.02 }, '0.1 times as much'],
  ['a Saturday', { exDate: '2025-08-09' }, 'is a day without trading'],
  ['a holiday', { exDate: '2025-07-04' }, 'is a day without trading'],
  ['a Tuesday within the usual spacing', { exDate: '2025-08-05' }, 'is a Tuesday, on which it has not paid'],
  ['two days after the last one', { exDate: '2025-08-01' }, 'is 1 day after the one before, July 31, 2025'],
  ['three weeks after the last one', { exDate: '2025-08-21' }, 'is 14 days ahead'],
  ['next year', { exDate: '2026-08-06' }, 'is 364 days ahead, and payments are declared a few days before']
])('%s is odd', (_what, payment, reason) => {
  expect(judge(payment)).toContain(reason)
})

test('a payment that grew as the close jumped looks like a split', () => {
  const closes = jumpingCloses('2025-08-01', 4)
  expect(judge({ amount: 0.8 }, { closes })).toContain(
    'is 4 times the usual one, and its close went from 20 to 80 on August 1, 2025: that looks like a split.'
  )
  expect(judge({ amount: 0.1 }, { closes: jumpingCloses('2025-08-01', 0.5) })).toContain('looks like a split')
  expect(judge({ amount: 0.2 }, { closes })).not.toContain('split')
})

/** A fund that paid `amount` on these Thursdays, on a close of 20. */
function paidOn(days: readonly IsoDay[], amount: number): GateFund {
  return { ...weekly, payments: days.map((exDate) => ({ exDate, payDate: exDate, amount })) }
}

test('the first weekly payment after monthly ones is judged per day', () => {
  // The fund started with two payments a week apart, so the gap itself is not odd.
  const days = ['2025-02-13', '2025-02-20', '2025-03-20', '2025-04-17', '2025-05-15', '2025-06-12']
  const monthly = paidOn([...days, '2025-07-10'], 0.8)
  const first = (amount: number) => detectAnomaly(monthly, { exDate: '2025-07-17', amount }, '2025-07-17')
  // 0.8 for 28 days is 0.2 for 7.
  for (const amount of [0.2, 0.5, 0.07]) expect(first(amount)).toBeNull()
  expect(first(0.8)).toContain('4 times as much')
  expect(first(0.06)).toContain('0.3 times')
})

test('a weekly payment counts as seven days, even if a holiday makes it six or eight', () => {
  // Thanksgiving 2025: eight days, then six days later 2.7 times the usual payment, 3.1 times per day.
  const days = ['2025-10-30', '2025-11-06', '2025-11-13', '2025-11-20', '2025-11-28']
  const fund = { ...paidOn(days, 0.1), closes: [] }
  const next = (amount: number) => detectAnomaly(fund, { exDate: '2025-12-04', amount }, '2025-12-04')
  expect(next(0.27)).toBeNull()
  expect(next(0.31)).toContain('usually pays about $0.1000 for 7 days; $0.3100 is reported')
})

test('a catch-up after weeks without a payment is spread over its days', () => {
  // The fund paused for three weeks before, too.
  const days = ['2025-05-01', '2025-05-22', '2025-05-29', '2025-06-05', '2025-06-12', '2025-06-19']
  const fund = paidOn(days, 0.2)
  const next = (amount: number) => detectAnomaly(fund, { exDate: '2025-07-10', amount }, '2025-07-10')
  // 0.2 a week is 0.6 in three weeks.
  for (const amount of [0.6, 0.25, 1.7]) expect(next(amount)).toBeNull()
  expect(next(1.81)).toContain('usually pays about $0.6000 for 21 days; $1.8100 is reported')
  expect(next(0.19)).toContain('0.32 times')
})

test('a payment six times as high at a price six times as high is not odd', () => {
  // The price rose over two months, a few percent a day.
  const closes = weekly.closes.map(({ date }, i) => ({ date, close: 20 * 1.03 ** Math.max(0, i - 150) }))
  const price = closes.findLast(({ date }) => date <= '2025-08-05')?.close ?? 0
  expect(price).toBeGreaterThan(60)
  expect(judge({ amount: 0.01 * price }, { closes })).toBeNull()
})

test('without prices amounts are compared', () => {
  expect(judge({ amount: 1.2 }, { closes: [] })).toContain(
    'usually pays about $0.2000 for 7 days; $1.2000 is reported for the ex-date August 7, 2025, 6 times as much.'
  )
})

test('a day moved by a holiday fits the schedule', () => {
  // Thanksgiving: the family goes ex on Friday, as on 2025-11-28.
  const fund = makeHistory({ weeks: 46, closeOf: () => 20 })
  const payments = fund.payments.filter(({ exDate }) => exDate < '2025-11-25')
  const reported = { exDate: '2025-11-28', amount: 0.2 }
  expect(isSession(addDays(reported.exDate, -1))).toBe(false)
  expect(detectAnomaly({ ...fund, payments, reported: [reported] }, reported, '2025-11-28')).toBeNull()
})

test('a quarantined payment still counts as the neighbor of the next one', () => {
  const reported = [
    { exDate: '2025-08-07', amount: 6 },
    { exDate: '2025-08-14', amount: 0.2 }
  ]
  expect(judge({ exDate: '2025-08-14' }, { reported })).toBeNull()
  expect(judge({ exDate: '2025-08-14' })).toContain('14 days after the one before')
})

test("a reported payment on an odd day doesn't make the regular one odd", () => {
  const reported = [
    { exDate: '2025-08-05', amount: 0.2 },
    { exDate: '2025-08-07', amount: 0.2 }
  ]
  expect(judge({ exDate: '2025-08-05' }, { reported })).not.toBeNull()
  expect(judge({ exDate: '2025-08-07' }, { reported })).toBeNull()
})

test('a regular day stays regular when the next payment comes early; a day next to it is odd', () => {
  const days = ['2025-02-20', '2025-03-20', '2025-04-17', '2025-05-15', '2025-06-12', '2025-07-10']
  const judgeBefore = (exDate: IsoDay, next: IsoDay) => {
    const reported = [exDate, next].map((day) => ({ exDate: day, amount: 0.8 }))
    // The fund went ex on a Friday once.
    const fund = { ...paidOn(['2025-01-17', ...days], 0.8), reported }
    return detectAnomaly(fund, { exDate, amount: 0.8 }, next)
  }
  // Due on August 7, every four weeks.
  expect(judgeBefore('2025-08-07', '2025-08-14')).toBeNull()
  expect(judgeBefore('2025-07-31', '2025-08-07')).toContain('is 7 days before the next one, August 7, 2025')
  expect(judgeBefore('2025-08-07', '2025-08-08')).toContain('is 1 day before the next one, August 8, 2025')
})

test('a new fund has no schedule yet, but zeros and distant or non-trading days are odd for it, too', () => {
  const payments = weekly.payments.slice(-2)
  expect(judge({ exDate: '2025-08-05', amount: 2 }, { payments })).toBeNull()
  expect(judge({ amount: 0 }, { payments })).not.toBeNull()
  expect(judge({ exDate: '2025-08-09' }, { payments })).not.toBeNull()
})
