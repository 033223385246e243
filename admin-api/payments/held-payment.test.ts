import { expect, test } from 'vitest'
import { findHeld, statusWhenDeleted } from './held-payment.ts'
import type { KnownPayment } from './same-payment.ts'

const reportedPayment: KnownPayment = {
  exDate: '2026-06-04',
  exDateBasis: 'source',
  payDate: '2026-06-05',
  payDateBasis: 'derived',
  amount: 6
}

const waiting = {
  ex_date: '2026-06-04',
  reported_ex_date: '2026-06-04',
  payment_date: '2026-06-05',
  payment_date_basis: 'derived',
  amount: 6
} as const

function find(entry: object, { alsoReported = [] as string[], storedExDate = '' } = {}) {
  const reported = [reportedPayment, ...alsoReported.map((exDate) => ({ exDate }))]
  const entries = [{ ...waiting, ...entry }]
  return findHeld(reportedPayment, entries, { reported, storedExDate: storedExDate || undefined })
}

test('an entry is known by the ex-date that was reported, wherever the operator moved it to', () => {
  expect(find({})).toBeDefined()
  expect(find({ ex_date: '2026-06-12', payment_date: '2026-06-15', amount: 7 })).toBeDefined()
  expect(find({ reported_ex_date: null })).toBeDefined()
})

test('an entry whose day the source corrected is the same one by its amount, unless both days are reported', () => {
  const entry = { reported_ex_date: '2026-06-03', ex_date: '2026-06-03', payment_date: '2026-06-04' }
  expect(find(entry)).toBeDefined()
  expect(find(entry, { alsoReported: ['2026-06-03'] })).toBeUndefined()
  expect(find({ ...entry, amount: 7 })).toBeUndefined()
})

test('an entry that contradicts the same stored payment is that one', () => {
  const entry = { reported_ex_date: '2026-06-02', ex_date: '2026-06-03', amount: 7 }
  expect(find(entry, { storedExDate: '2026-06-03' })).toBeDefined()
  expect(find(entry)).toBeUndefined()
})

test('deleting a held-back payment is a decision that is kept, and deleting an estimate is not', () => {
  expect(statusWhenDeleted({ kind: 'payment', status: 'pending' })).toBe('rejected')
  expect(statusWhenDeleted({ kind: 'payment', status: 'approved' })).toBe('cleared')
  expect(statusWhenDeleted({ kind: 'estimate', status: 'approved' })).toBeNull()
})
