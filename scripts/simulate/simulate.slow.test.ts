import { beforeAll, expect, test } from 'vitest'
import { readTestFacts } from '../../admin-api/testing/may-facts.ts'
import { runSimulation } from './run-simulation.ts'
import { type SimulationOptions, type SimulationResult, toLines } from './simulation-result.ts'

let result: SimulationResult

// The month when most funds went weekly, with a block, a day of garbage, a kill and late payments.
const october: SimulationOptions = {
  ...{ from: '2025-10-01', to: '2025-10-31', every: 'weekly', seed: 1 },
  ...{ approve: false, calm: false, outage: false, whole: false }
}
beforeAll(async () => {
  result = await runSimulation(october, readTestFacts())
})

test('nearly all payments are stored at the end without any approval, and most within two weeks', () => {
  expect(result.known).toBeGreaterThan(240)
  expect(result.stored / result.known, toLines(result).join('\n')).toBeGreaterThan(0.95)
  expect(result.inTime.stored / result.inTime.known).toBeGreaterThan(0.95)
  expect(result.released).toBeGreaterThan(10)
})

test('no stored payment changes later, and every stored payment is real', () => {
  expect(result.altered).toEqual([])
  expect(result.wrong).toEqual([])
})

test('no fund that pays is shown as inactive for more than two weeks', () => {
  expect(result.inactive.filter(({ days }) => days > 14)).toEqual([])
})

test('each live estimate follows from the facts stored at the time, and equals the backtest if none is missing', () => {
  const { both, equal, complete, equalToKnown } = result.comparison
  expect(both).toBeGreaterThan(100)
  expect(equal).toBeGreaterThan(0)
  expect(equalToKnown, toLines(result).join('\n')).toBe(both)
  expect(complete.equal, toLines(result).join('\n')).toBe(complete.both)
})

test('no entry is pending for a stored payment', () => {
  expect(result.waiting.get('payment') ?? 0, toLines(result).join('\n')).toBe(result.known - result.stored)
})

test('each outage is reported once when it begins and once when it ends', () => {
  const titles = result.alerts.map((text) => JSON.parse(text).title)
  const outage = ['Doubloon: market data failing', 'Doubloon: market data recovered']
  expect(titles).toEqual([...outage, ...outage])
})

test('each night has a backup, and backups of seven days and four weeks are kept', () => {
  expect(result.nights.withoutBackup).toEqual([])
  // The first day begins in the morning; before the last seven days only Sundays are kept.
  expect(result.nights.simulated).toBe(30)
  const kept = ['12', '19', '25', '26', '27', '28', '29', '30', '31'].map((day) => `2025-10-${day}`)
  expect(result.nights.kept).toEqual(kept)
})

test('after the first start a collection sends at most 149 requests', () => {
  expect(Math.max(...result.requests)).toBeLessThanOrEqual(149)
})
