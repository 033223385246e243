import { expect, test } from 'vitest'
import { readTestFacts } from '../../admin-api/testing/may-facts.ts'
import { countMarks, countQuarantines } from './checks.ts'
import { readHistories } from './read-histories.ts'

const { funds } = readHistories(readTestFacts().funds)

test('no past close is quarantined, and at most one payment in 25', () => {
  const families = countQuarantines(funds)
  const total = (of: 'payments' | 'quarantinedPayments' | 'bySize' | 'closes' | 'quarantinedCloses') =>
    families.reduce((sum, family) => sum + family[of], 0)
  expect(total('closes')).toBeGreaterThan(31_000)
  expect(total('quarantinedCloses')).toBe(0)
  expect(total('quarantinedPayments') / total('payments')).toBeLessThan(0.04)
  expect(total('bySize') / total('payments')).toBeLessThan(0.01)
})

test('fewer than two payments a week would be stored and marked', () => {
  const { payments, marked, weeks } = countMarks(funds)
  expect(payments).toBeGreaterThan(3_000)
  expect(marked.length).toBeGreaterThan(0)
  expect(marked.length / weeks).toBeLessThan(2)
})
