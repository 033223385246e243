import { expect, test } from 'vitest'
import { isPaidRow } from '../../../payments/payment-row.ts'
import { findSamePayment, toKnownPayment } from '../../../payments/same-payment.ts'
import type { PaymentRow } from '../../../platform/database/schema/facts.ts'
import { planRestore } from './restore-backup.ts'

function make(given: Partial<PaymentRow>): PaymentRow {
  return {
    symbol: 'TSLY',
    payment_date: '2026-01-05',
    payment_date_basis: 'source',
    ex_date: '2026-01-02',
    ex_date_basis: 'source',
    amount: 0.3658,
    amount_as_paid: 0.3658,
    agreement: 'yes',
    sources: 'test',
    collection_date: null,
    estimated_amount: null,
    frequency: null,
    implied_volatility: null,
    price: null,
    average_amount: null,
    accuracy_score: null,
    ...given
  }
}

const usual = make({})
const residual = make({
  payment_date: '2025-12-31',
  ex_date: '2025-12-30',
  ex_date_basis: 'derived',
  amount: 0.0005
})

test('identical rows change nothing', () => {
  expect(planRestore([usual, residual], [residual, usual])).toEqual({
    removed: [],
    written: [],
    added: 0,
    changed: 0,
    unchanged: 2
  })
})

test('a payment with derived dates is replaced by the same payment from the backup', () => {
  const derived = make({ payment_date: '2026-01-02', ex_date: '2026-01-01', ex_date_basis: 'derived' })
  expect(planRestore([derived], [usual])).toMatchObject({ removed: [derived], written: [usual], changed: 1 })
})

test('a residual payment next to a restored one stays, and so do rows that the backup lacks', () => {
  const week = make({ payment_date: '2026-01-09', ex_date: '2026-01-08' })
  expect(planRestore([residual, week], [usual])).toMatchObject({ removed: [], written: [usual], added: 1 })
})

test('an expected payment is replaced only at its payment date', () => {
  const expected = make({ amount: null, ex_date: '2026-01-01' })
  const other = make({ amount: null, payment_date: '2026-01-06' })
  expect(planRestore([expected, other], [usual])).toMatchObject({ removed: [expected], changed: 1 })
})

test('the index finds the same matches as a search of all payments', () => {
  const dayOf = (day: number) => new Date(Date.UTC(2020, 1, 1 + day)).toISOString().slice(0, 10)
  const known = Array.from({ length: 300 }, (_, i) =>
    make({
      ex_date: dayOf(i * 4),
      payment_date: dayOf(i * 4 + 1),
      ex_date_basis: i % 3 === 0 ? 'derived' : 'source',
      amount: 0.3 + (i % 5) / 100
    })
  )
  const restored: PaymentRow[] = known.map((row, i) => ({
    ...row,
    ex_date: dayOf(i * 4 + (i % 6)),
    payment_date: dayOf(i * 4 + 2000),
    ex_date_basis: 'source'
  }))
  const stored = known.filter(isPaidRow).map(toKnownPayment)
  const reported = restored.filter(isPaidRow).map(toKnownPayment)
  const same = reported.map((payment) => findSamePayment(payment, stored, reported)?.row)
  const removed = new Set(planRestore(known, restored).removed)
  expect(removed.size).toBeGreaterThan(100)
  expect(removed).toEqual(new Set(same.filter((row) => row !== undefined)))
})
