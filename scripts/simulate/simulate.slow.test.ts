import { beforeAll, expect, test } from 'vitest'
import { pickFunds } from '../../admin-api/collection/sources/embedded.ts'
import { readRealFacts, readTestFacts } from '../../admin-api/testing/may-facts.ts'
import { runSimulation } from './run-simulation.ts'
import { assertFacts, type SimulationOptions, type SimulationResult, toLines } from './simulation-result.ts'

let result: SimulationResult

// The month when most funds went weekly, with a block, a day of garbage, a kill and late payments.
beforeAll(async () => {
  const october: SimulationOptions = {
    from: '2025-10-01',
    to: '2025-10-31',
    every: 'weekly',
    seed: 1,
    calm: false,
    outage: false
  }
  result = await runSimulation(october, readTestFacts())
  // As long as a busy machine needs for a month.
}, 900_000)

test('a month with faults contradicts none of the facts that every simulation must show', () => {
  const failures = toLines(assertFacts(result)).filter((line) => !line.startsWith('ok'))
  // When funds change to weekly payments, releases come on days that nobody expects, which are polled every hour only.
  expect(failures.filter((line) => !line.includes('reached a phone'))).toEqual([])
  expect(result.minutes).toMatchObject({ releases: 2, median: expect.any(Number) })
  expect(result.known).toBeGreaterThan(240)
  expect(result.old.known).toBeGreaterThan(100)
  expect(result.released).toBeGreaterThan(10)
  // This run collects on four Fridays.
  expect(result.announced.count).toBeGreaterThanOrEqual(10)
  // Two files on each of these Fridays.
  expect(result.archived.days).toBeGreaterThan(20)
  expect(result.comparison.both).toBeGreaterThan(100)
  expect(result.comparison.complete).toBeGreaterThan(0)
})

test('a fact that does not hold is a line with what contradicts it', () => {
  const lines = toLines(assertFacts({ ...result, altered: ['MSTY 2025-10-16 (seen 2025-10-20)'] }))
  expect(lines).toContain('FAIL no stored payment changes later')
  expect(lines).toContain('       MSTY 2025-10-16 (seen 2025-10-20)')
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

// The ex-date of BUYW follows its pay dates, four and three days after the ex-dates.
test('a daily run from a session day reproduces a fund whose ex-date follows its pay dates', async () => {
  const { comparison, nights } = await runSimulation(
    { from: '2026-06-24', to: '2026-06-26', every: 'daily', seed: 1, calm: true, outage: false },
    pickFunds(readRealFacts(), new Set(['BUYW']))
  )
  expect(comparison).toMatchObject({ both: 1, notReproduced: [] })
  expect(nights).toMatchObject({ simulated: 2, withoutBackup: [] })
})
