import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDataFolder } from '../../data/read-facts.ts'
import { readHistories } from '../backtest/read-histories.ts'
import { type FamilySpan, replaySpan } from './replay-span.ts'

const data = join(import.meta.dirname, '../../data')
const { funds } = readHistories(readDataFolder().funds, join(data, 'dividends.csv'), join(data, 'prices.csv'))

test('the autumn in which most funds went weekly is stored by itself, though collected only once a week', () => {
  const families = replaySpan(funds, { from: '2025-09-01', to: '2025-12-15', every: 'weekly' })
  const sum = (of: (family: FamilySpan) => number) =>
    families.reduce((total, family) => total + of(family), 0)
  const payments = sum((family) => family.payments)
  expect(payments).toBeGreaterThan(700)
  expect(sum(({ heldAtFirst }) => heldAtFirst)).toBeGreaterThan(50)
  expect(sum(({ stored }) => stored) / payments).toBeGreaterThan(0.99)
  expect(sum(({ withinTwoWeeks }) => withinTwoWeeks) / payments).toBeGreaterThan(0.95)
})
