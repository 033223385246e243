import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readDataFolder } from '../../data/read-facts.ts'
import { readHistories } from '../backtest/read-histories.ts'
import { countHolds } from './count-holds.ts'

const data = join(import.meta.dirname, '../../data')
const histories = readHistories(readDataFolder().funds, join(data, 'dividends.csv'), join(data, 'prices.csv'))

test('of the past closes none would be held, and of the payments one in twenty-five at most', () => {
  const holds = countHolds(histories.funds)
  const total = (of: 'payments' | 'heldPayments' | 'bySize' | 'closes' | 'heldCloses') =>
    holds.reduce((sum, family) => sum + family[of], 0)
  expect(total('closes')).toBeGreaterThan(31_000)
  expect(total('heldCloses')).toBe(0)
  expect(total('heldPayments') / total('payments')).toBeLessThan(0.04)
  expect(total('bySize') / total('payments')).toBeLessThan(0.01)
})
