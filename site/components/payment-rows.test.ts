import { expect, test } from 'vitest'
import { paymentRowsOf } from './payment-rows.ts'

const payment = (amount: number, amountAsPaid: number | null = amount) => ({
  payment_date: '29/05/2026',
  ex_date: '2026-05-28',
  amount,
  amount_as_paid: amountAsPaid,
  kind: 'paid' as const
})
const rowsOf = (...payments: ReturnType<typeof payment>[]) =>
  paymentRowsOf({ dividend_history: payments, statistics: { average: 0 } })

test('a change is measured against the payment before; the oldest has none', () => {
  // 0.30 / 0.25 = 1.2
  expect(rowsOf(payment(0.3), payment(0.25)).map((row) => row.changePercent)).toEqual([
    expect.closeTo(20, 10),
    null
  ])
})

test('nothing is measured against a payment of zero', () => {
  expect(rowsOf(payment(0.3), payment(0))[0]?.changePercent).toBeNull()
})

test('the amount as paid stands only where a split made it differ', () => {
  const [same, rebased, unknown] = rowsOf(payment(0.3), payment(0.5, 0.1), payment(0.2, null))
  expect([same?.amountAsPaid, rebased?.amountAsPaid, unknown?.amountAsPaid]).toEqual([null, 0.1, null])
})

test('days are ISO days', () => {
  expect(rowsOf(payment(0.3))[0]).toMatchObject({ payDate: '2026-05-29', exDate: '2026-05-28' })
})
