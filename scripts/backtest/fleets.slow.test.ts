import { join } from 'node:path'
import { expect, test } from 'vitest'
import { replay } from '../../admin-api/estimator/estimator.ts'
import { readDataFolder } from '../../data/read-facts.ts'
import { averageOf, scoreFleets, toFleetLines } from './fleets.ts'
import { readHistories } from './read-histories.ts'

const data = join(import.meta.dirname, '..', '..', 'data')
const { funds } = readHistories(readDataFolder().funds, join(data, 'dividends.csv'), join(data, 'prices.csv'))
const replayed = replay(funds)
const span = { from: '2026-01-01', to: '2026-07-02' }

test('over 27 weeks of 2026 the range of ten fleets held eight sums in ten, and none more or less than chance explains', () => {
  const scores = scoreFleets(replayed, { ...span, horizon: 1 })
  console.log(toFleetLines(scores).join('\n'))
  expect(scores.map(({ n }) => n)).toEqual(scores.map(() => 27))
  const { coveragePercent } = averageOf(scores)
  expect(coveragePercent).toBeGreaterThan(76)
  expect(coveragePercent).toBeLessThan(84)
  // 16 to 26 hits of 27 are what 99 of 100 fleets have whose range really holds 80 % (binomial distribution).
  for (const score of scores) {
    expect(score.coveragePercent, score.fleet).toBeGreaterThan(59)
    expect(score.coveragePercent, score.fleet).toBeLessThan(96.5)
  }
})

test('it holds them over four weeks too, although later payments are only expected to be like the next one', () => {
  const scores = scoreFleets(replayed, { ...span, horizon: 4 })
  console.log(toFleetLines(scores).join('\n'))
  const { coveragePercent } = averageOf(scores)
  expect(coveragePercent).toBeGreaterThan(76)
  expect(coveragePercent).toBeLessThan(84)
})

test('what was paid after the last week scored changes no figure', () => {
  const until = { from: '2026-01-01', to: '2026-02-05', horizon: 1 }
  const later = replayed.map((one) => (one.exDate > '2026-02-06' ? { ...one, actual: 7, estimate: 1 } : one))
  expect(scoreFleets(later, until)).toEqual(scoreFleets(replayed, until))
})
