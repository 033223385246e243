import { expect, test } from 'vitest'
import type { FrozenRow } from '../../estimates/estimate-record.db.ts'
import { makeFrozen } from '../../testing/make.ts'
import { listEntries, listMissing, weekFiguresOf } from './week-entries.ts'

const unscored = {
  paid_ex_date: null,
  paid_amount: null,
  actual: null,
  accuracy_score: null,
  scored_at: null
}

function makeRow(given: Partial<FrozenRow> = {}): FrozenRow {
  return { ...unscored, corrected_on: null, close_now: 20, ...makeFrozen(), ...given } as FrozenRow
}

test('payments inside the range are counted, and what $100 in each fund paid', () => {
  const rows = [
    { symbol: 'AAA', actual: 0.58 }, // Off by 14 %, inside 0.4 to 0.6.
    { symbol: 'BBB', actual: 0.54, low: 0.48, high: 0.52 }, // Off by 7 %, outside.
    { symbol: 'CCC', actual: 0.5 }, // Both.
    { symbol: 'DDD', actual: 0.8 } // Neither.
  ].map((row) => makeRow({ ...row, paid_ex_date: '2026-06-04' }))
  const figures = weekFiguresOf(listEntries(rows))
  expect(figures).toMatchObject({ payments: 4, inRange: 2 })
  // $100 at $20 are five shares: 5 x 4 x 0.5, and 5 x (0.58 + 0.54 + 0.5 + 0.8).
  expect(figures?.stake.funds).toBe(4)
  expect(figures?.stake.expected).toBeCloseTo(10, 10)
  expect(figures?.stake.paid).toBeCloseTo(12.1, 10)
  expect(weekFiguresOf([])).toBeNull()
})

test('after a 5-for-1 reverse split, estimate and payment are on the new share basis', () => {
  const [entry] = listEntries([makeRow({ actual: 0.45, paid_ex_date: '2026-06-04', close_now: 100 })])
  expect(entry).toMatchObject({ estimate: 2.5, low: 2, high: 3, actual: 2.25, price: 100, isInRange: true })
  expect(entry?.errorPercent).toBeCloseTo(100 / 9, 10)
})

test('a live estimate is shown instead of a backtested one', () => {
  const scored = { actual: 0.5, paid_ex_date: '2026-06-04' }
  const rows = [makeRow(scored), makeRow({ ...scored, origin: 'replayed', amount: 0.51 })]
  expect(listEntries(rows).map(({ origin }) => origin)).toEqual(['live'])
})

test('a missing payment is listed unless the fund was expected to pay later by then', () => {
  const row = makeRow({ ex_date: '2026-06-04', as_of: '2026-06-01' })
  expect(listMissing([row], '2026-06-07')).toMatchObject([{ symbol: 'MSTY', exDate: '2026-06-04' }])
  const later = makeRow({ ex_date: '2026-06-11', as_of: '2026-06-03' })
  expect(listMissing([row, later], '2026-06-07')).toEqual([])
  const afterwards = makeRow({
    ex_date: '2026-06-11',
    as_of: '2026-06-05',
    made_at: '2026-06-05T22:15:00.000Z'
  })
  expect(listMissing([row, afterwards], '2026-06-07')).toHaveLength(1)
})
