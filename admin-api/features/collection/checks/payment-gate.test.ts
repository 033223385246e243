import { expect, test } from 'vitest'
import { addDays } from '../../../estimator/schedule/days.ts'
import { isSession } from '../../../estimator/schedule/market-calendar.ts'
import { makeFund } from '../../../estimator/testing/make-fund.ts'
import type { Close, IsoDay } from '../../../estimator/types.ts'
import { findOddity, type GateFund } from './payment-gate.ts'

/** Pays 1 % of a close of 20 on Thursdays, the last time on 31 July 2025; the next one is due on 7 August. */
const weekly: GateFund = { ...makeFund({ closeOf: () => 20 }), told: [] }
const lastDay = '2025-08-04'

function judge(payment: { exDate?: IsoDay; amount?: number }, given: Partial<GateFund> = {}) {
  const { exDate = '2025-08-07', amount = 0.2 } = payment
  const fund = { ...weekly, closes: weekly.closes.filter(({ date }) => date <= lastDay), ...given }
  return findOddity(fund, { exDate, amount }, '2025-08-07')
}

/** Closes that run on at `factor` times their height from `day` on. */
function jumpingCloses(day: IsoDay, factor: number): Close[] {
  return weekly.closes.map(({ date, close }) => ({ date, close: date < day ? close : close * factor }))
}

test('the fixture pays on Thursdays up to 31 July', () => {
  expect(weekly.payments.at(-1)).toMatchObject({ exDate: '2025-07-31', amount: 0.2 })
})

test.each([
  ['the usual payment', {}],
  ['four times as much', { amount: 0.8 }],
  ['a quarter', { amount: 0.05 }],
  ['one declared for next week', { exDate: '2025-08-14' }]
])('%s passes', (_what, payment) => {
  const told = [{ exDate: '2025-08-07', amount: 0.2 }]
  expect(judge(payment, { told })).toBeNull()
})

test.each([
  ['a zero', { amount: 0 }, 'is told as zero'],
  [
    'six times as much',
    { amount: 1.2 },
    'is 6.00 % of its price, 6 times the 1.00 % that were usual in its last 5 payments'
  ],
  ['a tenth', { amount: 0.02 }, '0.1 times the 1.00 %'],
  ['a Saturday', { exDate: '2025-08-09' }, 'is a day without trading'],
  ['a holiday', { exDate: '2025-07-04' }, 'is a day without trading'],
  ['a Tuesday in the right distance', { exDate: '2025-08-05' }, 'is a Tuesday, on which it has not paid'],
  ['two days after the last one', { exDate: '2025-08-01' }, 'is 1 day after the one before, 2025-07-31'],
  ['three weeks after the last one', { exDate: '2025-08-21' }, 'is 14 days ahead'],
  ['next year', { exDate: '2026-08-06' }, 'is 364 days ahead, and payments are declared a few days before']
])('%s is odd', (_what, payment, reason) => {
  expect(judge(payment)).toContain(reason)
})

test('a payment that grew as the close jumped looks like a split', () => {
  const closes = jumpingCloses('2025-08-01', 4)
  expect(judge({ amount: 0.8 }, { closes })).toContain(
    'is 4 times the usual one, and its close went from 20 to 80 on 2025-08-01: that looks like a split.'
  )
  expect(judge({ amount: 0.1 }, { closes: jumpingCloses('2025-08-01', 0.5) })).toContain('looks like a split')
  expect(judge({ amount: 0.2 }, { closes })).toBeNull()
})

test('a payment six times as high on a price six times as high is no jump of the yield', () => {
  // The price rose over two months, a few percent a day.
  const closes = weekly.closes.map(({ date }, i) => ({ date, close: 20 * 1.03 ** Math.max(0, i - 150) }))
  const price = closes.findLast(({ date }) => date <= '2025-08-05')?.close ?? 0
  expect(price).toBeGreaterThan(60)
  expect(judge({ amount: 0.01 * price }, { closes })).toBeNull()
})

test('without prices amounts are compared', () => {
  expect(judge({ amount: 1.2 }, { closes: [] })).toContain('is 6 times the $0.2000 that were usual')
})

test('a day moved by a holiday is on pattern', () => {
  // Thanksgiving: the family goes ex on the Friday, as on 2025-11-28.
  const fund = makeFund({ weeks: 46, closeOf: () => 20 })
  const payments = fund.payments.filter(({ exDate }) => exDate < '2025-11-25')
  const told = { exDate: '2025-11-28', amount: 0.2 }
  expect(isSession(addDays(told.exDate, -1))).toBe(false)
  expect(findOddity({ ...fund, payments, told: [told] }, told, '2025-11-28')).toBeNull()
})

test('a payment held back is still the neighbour of the next one', () => {
  const told = [
    { exDate: '2025-08-07', amount: 6 },
    { exDate: '2025-08-14', amount: 0.2 }
  ]
  expect(judge({ exDate: '2025-08-14' }, { told })).toBeNull()
  expect(judge({ exDate: '2025-08-14' })).toContain('14 days after the one before')
})

test('a told payment on an odd day does not make the usual one odd', () => {
  const told = [
    { exDate: '2025-08-05', amount: 0.2 },
    { exDate: '2025-08-07', amount: 0.2 }
  ]
  expect(judge({ exDate: '2025-08-05' }, { told })).not.toBeNull()
  expect(judge({ exDate: '2025-08-07' }, { told })).toBeNull()
})

test('a new fund has no pattern yet, but zero, far days and closed days are odd for it too', () => {
  const payments = weekly.payments.slice(-2)
  expect(judge({ exDate: '2025-08-05', amount: 2 }, { payments })).toBeNull()
  expect(judge({ amount: 0 }, { payments })).not.toBeNull()
  expect(judge({ exDate: '2025-08-09' }, { payments })).not.toBeNull()
})
