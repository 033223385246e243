import { expect, test } from 'vitest'
import type { PaymentItem } from '../../admin-api/contract/stock.ts'
import { paymentRowsOf, sourceOfPayment } from './payment-rows.ts'

const payment = (amount: number, amountAsPaid: number | null = amount): PaymentItem => ({
  payment_date: '29/05/2026',
  ex_date: '2026-05-28',
  amount,
  amount_as_paid: amountAsPaid,
  frequency_label: 'Weekly',
  is_residual: false,
  kind: 'paid'
})
const rowsOf = (...payments: ReturnType<typeof payment>[]) =>
  paymentRowsOf({ dividend_history: payments, statistics: { average: 0 } })

test('a change is relative to the previous payment; the oldest has none', () => {
  // 0.30 / 0.25 = 1.2
  expect(rowsOf(payment(0.3), payment(0.25)).map((row) => row.changePercent)).toEqual([
    expect.closeTo(20, 10),
    null
  ])
})

test('a payment after one of zero has no change', () => {
  expect(rowsOf(payment(0.3), payment(0))[0]?.changePercent).toBeNull()
})

test('a weekly payment is not compared with a four-weekly one', () => {
  const earlier = { ...payment(1.244), frequency_label: 'Every 4 Weeks' }
  const rows = rowsOf(payment(0.3), payment(0.24), earlier, {
    ...payment(0.622),
    frequency_label: 'Every 4 Weeks'
  })
  // 0.3 / 0.24 = 1.25; 1.244 / 0.622 = 2
  expect(rows.map((row) => row.changePercent)).toEqual([
    expect.closeTo(25, 10),
    null,
    expect.closeTo(100, 10),
    null
  ])
  expect(rows.map((row) => row.turn)).toEqual([null, { now: 'weekly', before: 'every 4 weeks' }, null, null])
})

test('residual payments are not compared', () => {
  const residual = { ...payment(0.0005), is_residual: true }
  expect(rowsOf(payment(0.3), residual, payment(0.25)).map((row) => row.changePercent)).toEqual([
    expect.closeTo(20, 10),
    null,
    null
  ])
})

test('the amount as paid is set only if a split changed it', () => {
  const [same, rebased, unknown] = rowsOf(payment(0.3), payment(0.5, 0.1), payment(0.2, null))
  expect([same?.amountAsPaid, rebased?.amountAsPaid, unknown?.amountAsPaid]).toEqual([null, 0.1, null])
})

test('days are ISO days', () => {
  expect(rowsOf(payment(0.3))[0]).toMatchObject({ payDate: '2026-05-29', exDate: '2026-05-28' })
})

test.each([
  ['Yahoo Finance chart', 'Y', 'Yahoo Finance'],
  ['Nasdaq dividends', 'N', 'Nasdaq'],
  ['Nasdaq dividends; Massive', 'N+', 'Nasdaq, confirmed by Massive'],
  ['', 'R', 'compared from public data sets and released with the site']
])('source of a payment: %s', (sources, mark, name) => {
  expect(sourceOfPayment(sources)).toEqual({ mark, name })
})
