import { expect, test } from 'vitest'
import { addDays, thursdayOf } from '../../market-days/days.ts'
import type { FundHistory } from '../../market-days/types.ts'
import { traitsOfFamily } from '../../testing/make-history.ts'
import { factorsByLead, forecastOutlooks, quantilesOfSum } from './outlook.ts'
import { pathErrorsOf, sampledWeeks, samplePaths } from './path-errors.ts'
import { leadEnds, leadOf, spreads } from './path-factors.ts'

const lastDay = '2026-05-29'

/** Three years of weekly payments of 1.75 % of a constant price of 20, the last `changed` of them of another size. */
function makeFund(symbol: string, { changed = 0, factor = 1, weeks = 156 } = {}): FundHistory {
  const first = addDays('2026-05-28', -7 * (weeks - 1))
  return {
    symbol,
    family: 'yieldmax-single',
    traits: traitsOfFamily('yieldmax-single'),
    payments: Array.from({ length: weeks }, (_, i) => {
      const exDate = addDays(first, 7 * i)
      return { exDate, payDate: addDays(exDate, 1), amount: 0.35 * (i >= weeks - changed ? factor : 1) }
    }),
    closes: Array.from({ length: 7 * weeks + 30 }, (_, i) => {
      return { date: addDays(first, i - 29), close: 20 }
    })
  }
}

test('a lead is the weeks ahead, one by one up to four, then four at a time up to a year', () => {
  const ahead = (weeks: number) => leadOf(lastDay, addDays(thursdayOf(lastDay), 7 * weeks))
  expect([1, 2, 3, 4, 5, 8, 9, 52, 60].map(ahead)).toEqual([0, 1, 2, 3, 4, 4, 5, 15, 15])
})

test('past paths expected falling prices that did not fall: payments were above them, ever more so', () => {
  const errors = pathErrorsOf(makeFund('MSTY'), ['2025-01-02'], lastDay).get('2025-01-02') ?? []
  expect(errors).toHaveLength(leadEnds.length)
  expect(errors[0]).toBeCloseTo(0, 6)
  const known = errors.map((error) => error ?? Number.NaN)
  expect(known).toEqual(known.toSorted((one, other) => one - other))
  expect(known.at(-1)).toBeGreaterThan(0.5)
})

test('a lead that has not ended is unknown, and takes the error of a year before in a sample', () => {
  const weeks = sampledWeeks(lastDay)
  expect(weeks).toHaveLength(156)
  expect(weeks.at(-1)).toBe('2026-05-21')
  const errors = new Map([['MSTY', pathErrorsOf(makeFund('MSTY', { weeks: 200 }), weeks, lastDay)]])
  const newest = errors.get('MSTY')?.get('2026-05-21') ?? []
  expect(newest[0]).toBeDefined()
  expect(newest.slice(1).every((error) => error === undefined)).toBe(true)
  const sample = samplePaths(errors, weeks).get('MSTY') ?? []
  expect(sample).toHaveLength(104)
  expect(sample.every((row) => row.length === leadEnds.length)).toBe(true)
})

test('a young fund has the past weeks of its family', () => {
  const old = makeFund('MSTY', { weeks: 200, changed: 20, factor: 0.5 })
  const outlooks = forecastOutlooks([old, makeFund('NEWY', { weeks: 6 })], lastDay)
  expect(outlooks.map(({ symbol, sample }) => [symbol, sample.length])).toEqual([
    ['MSTY', 104],
    ['NEWY', 104]
  ])
})

test('each column of a sample has the middle 0, so that the middle factor is 1', () => {
  const fund = makeFund('MSTY', { weeks: 200, changed: 20, factor: 0.5 })
  const [outlook] = forecastOutlooks([fund], lastDay)
  const factors = factorsByLead(outlook?.sample ?? [])
  expect(factors?.map((lead) => lead[3])).toEqual(leadEnds.map(() => 1))
  for (const lead of factors ?? []) expect(lead).toEqual(lead.toSorted((one, other) => one - other))
})

test('a sum has the errors of the same past week in all of its payments', () => {
  // Two past weeks: all payments half of what was expected, or twice as much.
  const half = leadEnds.map((_, lead) => Math.log(0.5) / (spreads[lead] ?? 1))
  const twice = half.map((error) => -error)
  const payments = [
    { exDate: '2026-06-04', amount: 1 },
    { exDate: '2026-06-11', amount: 3 }
  ]
  const quantiles = quantilesOfSum(payments, [half, twice], lastDay)
  // The sums are 2 and 8, with 5 in the middle; the middle one is scaled to the expected 4.
  expect(quantiles?.[0]).toBeCloseTo(1.6, 9)
  expect(quantiles?.[3]).toBeCloseTo(4, 9)
  expect(quantiles?.[6]).toBeCloseTo(6.4, 9)
  expect(quantilesOfSum([], [half], lastDay)).toBeNull()
  expect(quantilesOfSum(payments, [], lastDay)).toBeNull()
})
