import { expect, test } from 'vitest'
import { findQuarantined, statusWhenDeleted } from './manual-entry.ts'
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
  return findQuarantined(reportedPayment, entries, { reported, storedExDate: storedExDate || undefined })
}

test('an entry is identified by the reported ex-date, even if the operator moved it', () => {
  expect(find({})).toBeDefined()
  expect(find({ ex_date: '2026-06-12', payment_date: '2026-06-15', amount: 7 })).toBeDefined()
  expect(find({ reported_ex_date: null })).toBeDefined()
})

test('after the source corrected its day, an entry is identified by its amount, unless both days are reported', () => {
  const entry = { reported_ex_date: '2026-06-03', ex_date: '2026-06-03', payment_date: '2026-06-04' }
  expect(find(entry)).toBeDefined()
  expect(find(entry, { alsoReported: ['2026-06-03'] })).toBeUndefined()
  expect(find({ ...entry, amount: 7 })).toBeUndefined()
})

test('an entry that contradicts the same stored payment matches', () => {
  const entry = { reported_ex_date: '2026-06-02', ex_date: '2026-06-03', amount: 7 }
  expect(find(entry, { storedExDate: '2026-06-03' })).toBeDefined()
  expect(find(entry)).toBeUndefined()
})

test('deleting a quarantined payment is stored as a decision, deleting an estimate is not', () => {
  const quarantined = { kind: 'payment', status: 'pending', is_stored: 0 } as const
  expect(statusWhenDeleted(quarantined)).toBe('rejected')
  expect(statusWhenDeleted({ ...quarantined, status: 'approved' })).toBe('cleared')
  expect(statusWhenDeleted({ ...quarantined, kind: 'estimate', status: 'approved' })).toBeNull()
  expect(statusWhenDeleted({ ...quarantined, is_stored: 1 })).toBe('superseded')
})
