import { expect, test } from 'vitest'
import { readTestFacts } from '../../admin-api/testing/may-facts.ts'
import { collectAgain, countQuarantines, type FamilySpan } from './checks.ts'
import { readHistories } from './read-histories.ts'

const { funds } = readHistories(readTestFacts().funds)

test('collected weekly, nearly all payments of the autumn when most funds went weekly need no approval', () => {
  const families = collectAgain(funds, { from: '2025-09-01', to: '2025-12-15', every: 'weekly' })
  const sum = (of: (family: FamilySpan) => number) =>
    families.reduce((total, family) => total + of(family), 0)
  const payments = sum((family) => family.payments)
  expect(payments).toBeGreaterThan(700)
  expect(sum(({ initiallyQuarantined }) => initiallyQuarantined)).toBeGreaterThan(50)
  expect(sum(({ stored }) => stored) / payments).toBeGreaterThan(0.99)
  expect(sum(({ withinTwoWeeks }) => withinTwoWeeks) / payments).toBeGreaterThan(0.95)
})

test('no past close is quarantined, and at most one payment in 25', () => {
  const families = countQuarantines(funds)
  const total = (of: 'payments' | 'quarantinedPayments' | 'bySize' | 'closes' | 'quarantinedCloses') =>
    families.reduce((sum, family) => sum + family[of], 0)
  expect(total('closes')).toBeGreaterThan(31_000)
  expect(total('quarantinedCloses')).toBe(0)
  expect(total('quarantinedPayments') / total('payments')).toBeLessThan(0.04)
  expect(total('bySize') / total('payments')).toBeLessThan(0.01)
})
