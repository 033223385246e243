import { expect, test } from 'vitest'
import { backtest } from '../../admin-api/estimator/estimator.ts'
import { readDataFolder } from '../../data/read-facts.ts'
import { averageOf, scorePortfolios, toPortfolioLines } from './portfolios.ts'
import { readHistories } from './read-histories.ts'

const { funds } = readHistories(readDataFolder().funds)
const backtested = backtest(funds)
const span = { from: '2026-01-01', to: '2026-07-02' }

test('over 27 weeks of 2026 the range of ten fleets held eight sums in ten, and none more or less than chance explains', () => {
  const scores = scorePortfolios(backtested, { ...span, horizon: 1 })
  console.log(toPortfolioLines(scores).join('\n'))
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
  const scores = scorePortfolios(backtested, { ...span, horizon: 4 })
  console.log(toPortfolioLines(scores).join('\n'))
  const { coveragePercent } = averageOf(scores)
  expect(coveragePercent).toBeGreaterThan(76)
  expect(coveragePercent).toBeLessThan(84)
})

test('what was paid after the last week scored changes no figure', () => {
  const until = { from: '2026-01-01', to: '2026-02-05', horizon: 1 }
  const later = backtested.map((one) =>
    one.exDate > '2026-02-06' ? { ...one, actual: 7, estimate: 1 } : one
  )
  expect(scorePortfolios(later, until)).toEqual(scorePortfolios(backtested, until))
})
