import { expect, test } from 'vitest'
import type { PaymentRow } from '../platform/database/schema/facts.ts'
import {
  type ExpectedPayment,
  type PaidPayment,
  PaymentConflict,
  planExpected,
  planPaid
} from './plan-payment.ts'

const noSplits = { splits: [], knownFrom: null }

/** TSLY, 2025-12-30: a residual payment whose ex-date was derived from its pay date. */
const residual: PaymentRow = {
  symbol: 'TSLY',
  payment_date: '2025-12-31',
  payment_date_basis: 'source',
  ex_date: '2025-12-30',
  ex_date_basis: 'derived',
  amount: 0.0005,
  amount_as_paid: 0.0005,
  agreement: 'single',
  sources: 'one',
  collection_date: null,
  estimated_amount: null,
  frequency: null,
  implied_volatility: null,
  price: null,
  average_amount: null,
  accuracy_score: null
}
const usual: PaymentRow = {
  ...residual,
  payment_date: '2026-01-05',
  ex_date: '2026-01-02',
  ex_date_basis: 'source',
  amount: 0.3658
}
const paid: PaidPayment = {
  symbol: 'TSLY',
  exDate: '2026-01-02',
  exDateBasis: 'source',
  payDate: '2026-01-05',
  payDateBasis: 'derived',
  amount: 0.3658,
  sources: 'another',
  collectionDate: '2026-01-02'
}
const expected: ExpectedPayment = {
  symbol: 'TSLY',
  exDate: '2026-01-01',
  exDateBasis: 'derived',
  payDate: '2026-01-02',
  payDateBasis: 'derived',
  estimated_amount: 0.4,
  frequency: 'WEEKLY',
  implied_volatility: null,
  price: null,
  average_amount: null,
  collection_date: '2025-12-29'
}

test('the first payment of a year does not replace the residual one three days before it', () => {
  expect(planPaid([residual], paid, noSplits)).toMatchObject({
    outcome: 'added',
    removed: [],
    written: { ex_date: '2026-01-02', amount: 0.3658, amount_as_paid: 0.3658, accuracy_score: null }
  })
})

test('a payment two days from another one, both read in a source, is added', () => {
  const second = { ...paid, exDate: '2025-12-31', payDate: '2026-01-02', amount: 0.3 }
  expect(planPaid([usual], second, noSplits)).toMatchObject({ outcome: 'added', removed: [] })
})

test('a payment with the pay date of another one is rejected, even if that one is near', () => {
  const second = { ...paid, exDate: '2025-12-31', payDate: '2026-01-05', amount: 0.3 }
  expect(() => planPaid([usual], second, noSplits)).toThrow(PaymentConflict)
})

test('a payment of another size with the same pay date and a derived ex-date is rejected', () => {
  const counted = { ...paid, exDate: '2026-01-01', exDateBasis: 'derived', amount: 0.0005 } as const
  expect(() => planPaid([usual], counted, noSplits)).toThrow(PaymentConflict)
})

test('a pay date before the ex-date is rejected', () => {
  const early = { ...paid, payDate: '2026-01-01' }
  const sentence =
    "The payment of TSLY with ex-date January 2, 2026 can't be paid before that day, on January 1, 2026."
  expect(() => planPaid([], early, noSplits)).toThrow(sentence)
  // The stored ex-date was read in a source and stays, and the new pay date is before it.
  const moved = { ...early, exDate: '2025-12-31', exDateBasis: 'derived', payDateBasis: 'source' } as const
  expect(() => planPaid([usual], moved, noSplits)).toThrow(sentence)
  expect(() => planExpected([], { ...expected, payDate: '2025-12-31' })).toThrow(PaymentConflict)
})

test('a payment that differs only by rounding changes nothing', () => {
  expect(planPaid([usual], { ...paid, amount: 0.366 }, noSplits)).toEqual({ outcome: 'unchanged' })
})

test('a payment before a reverse split also gets its as-paid amount', () => {
  const split = { date: '2026-03-01', old_shares: 5, new_shares: 1 }
  const plan = planPaid([], paid, { splits: [split], knownFrom: null })
  expect(plan).toMatchObject({ written: { amount: 0.3658, amount_as_paid: 0.07316 } })
})

test('an expectation of a nearby day becomes the payment and is scored', () => {
  const expectation = planExpected([], expected)
  if (expectation.outcome === 'unchanged') throw new Error('an expectation is always written')
  const plan = planPaid([expectation.written], paid, noSplits)
  // 1 - (0.4 - 0.3658) / 0.3658 = 0.9065
  expect(plan).toMatchObject({
    outcome: 'added',
    removed: [expectation.written],
    written: { ex_date: '2026-01-02', estimated_amount: 0.4, accuracy_score: 0.9065 }
  })
})

test('an estimate approved after its payment is added to its row, whose days stay the same', () => {
  expect(planExpected([usual], expected)).toMatchObject({
    outcome: 'changed',
    removed: [usual],
    written: {
      ...usual,
      estimated_amount: 0.4,
      frequency: 'WEEKLY',
      collection_date: '2025-12-29',
      accuracy_score: 0.9065
    }
  })
})
