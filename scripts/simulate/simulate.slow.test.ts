import { beforeAll, expect, test } from 'vitest'
import { readDataFolder } from '../../data/read-facts.ts'
import { readOptions } from './options.ts'
import { toLines } from './report.ts'
import { runSimulation } from './run-simulation.ts'
import type { SimulationResult } from './simulation-result.ts'

let result: SimulationResult

// The month in which most funds went weekly; in it a block, a day of garbage, a kill and late payments.
beforeAll(async () => {
  const args = ['--from', '2025-10-01', '--to', '2025-10-31', '--every', 'weekly']
  result = await runSimulation(readOptions(args), readDataFolder())
}, 120_000)

test('of the payments nearly all are stored at the end though nobody approved any, and most within two weeks', () => {
  expect(result.known).toBeGreaterThan(240)
  expect(result.stored / result.known, toLines(result).join('\n')).toBeGreaterThan(0.95)
  expect(result.inTime.stored / result.inTime.known).toBeGreaterThan(0.95)
  expect(result.released).toBeGreaterThan(10)
})

test('no stored payment is altered by another, and none is stored that was not made', () => {
  expect(result.altered).toEqual([])
  expect(result.wrong).toEqual([])
})

test('no fund that pays is said to have stopped for more than two weeks', () => {
  expect(result.inactive.filter(({ days }) => days > 14)).toEqual([])
})

test('each live estimate is what the method makes of what was stored then, and what lacked nothing equals the replay', () => {
  const { both, equal, complete, equalToKnown } = result.comparison
  expect(both).toBeGreaterThan(100)
  expect(equal).toBeGreaterThan(0)
  expect(equalToKnown, toLines(result).join('\n')).toBe(both)
  expect(complete.equal, toLines(result).join('\n')).toBe(complete.both)
})

test('nothing waits of which the payment is stored by now', () => {
  expect(result.waiting.get('payment') ?? 0, toLines(result).join('\n')).toBe(result.known - result.stored)
})

test('of each outage the operator hears once that it began, and once that it is over', () => {
  const titles = result.alerts.map((text) => JSON.parse(text).title)
  const outage = ['Doubloon: market data out of order', 'Doubloon: market data well again']
  expect(titles).toEqual([...outage, ...outage])
})

test('each night has a backup, and at the end seven days and four weeks of them are there', () => {
  expect(result.nights.withoutBackup).toEqual([])
  // It begins in the morning of the first day; of the weeks before the last seven days their Sundays stay.
  expect(result.nights.lived).toBe(30)
  const october = ['12', '19', '25', '26', '27', '28', '29', '30', '31'].map((day) => `2025-10-${day}`)
  expect(result.nights.kept).toEqual(october)
})

test('a collection sends fewer than 80 requests', () => {
  expect(Math.max(...result.requests)).toBeLessThan(80)
})
