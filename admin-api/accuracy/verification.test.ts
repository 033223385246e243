import { expect, test } from 'vitest'
import type { ScoredRow } from '../estimates/estimate-record.db.ts'
import { makeFrozen } from '../testing/make.ts'
import { verifyYear } from './verification.ts'

/** An estimate of 1 dollar with the quantiles 0.7 to 1.3, and the amount paid. */
function makeRow(symbol: string, exDate: string, actual: number, given: Partial<ScoredRow> = {}): ScoredRow {
  return {
    ...makeFrozen({ symbol, ex_date: exDate, amount: 1, low: 0.8, high: 1.2 }),
    q05: 0.7,
    q25: 0.9,
    q75: 1.1,
    q95: 1.3,
    paid_ex_date: exDate,
    paid_amount: actual,
    actual,
    corrected_on: null,
    signed_on: null,
    ...given
  } as ScoredRow
}

const baseline = [0.4, 0.6, 0.8, 1, 1.2, 1.4, 1.6]
const families = [
  { id: 'yieldmax-single', name: 'YieldMax, single stock' },
  { id: 'defiance', name: 'Defiance' }
]
const verify = (rows: readonly ScoredRow[], year = '2026') =>
  verifyYear(rows, year, { families, findBaseline: () => baseline })

test('calibration and PIT of four payments, counted by hand', () => {
  const days = ['2026-05-14', '2026-05-21', '2026-05-28', '2026-06-04']
  const rows = [0.6, 0.95, 1, 1.25].map((actual, i) => makeRow('MSTY', days[i] ?? '', actual))
  const year = verify(rows)
  // Quantiles 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3: one payment is below the first three, three up to the median, 1.25 above 90 %.
  expect(year?.calibration.map(({ percent }) => percent)).toEqual([25, 25, 25, 75, 75, 75, 100])
  // 0.6: below all, 2.5 %. 0.95: halfway from 25 to 50 %. 1: the median itself. 1.25: halfway from 90 to 95 %.
  expect(year).toMatchObject({ from: '2026-05-14', to: '2026-06-04', unscored: 0, overall: { n: 4 } })
  expect(year?.months.map(({ name, figures }) => [name, figures.n])).toEqual([
    ['May', 3],
    ['June', 1]
  ])
})

test('the worst week lists its misses by side, and the family and payments that caused it', () => {
  const calm = ['A', 'B', 'C', 'D', 'E'].map((symbol) => makeRow(symbol, '2026-05-21', 1))
  const wild = ['A', 'B', 'C', 'D'].map((symbol) => makeRow(symbol, '2026-05-28', 1))
  const crash = makeRow('E', '2026-05-28', 0.1, { family: 'defiance' })
  const [worst, ...others] = verify([...calm, ...wild, crash])?.worstWeeks ?? []
  expect(others).toHaveLength(1)
  expect(worst).toMatchObject({ week: '2026-05-28', below: 1, above: 0, family: { name: 'Defiance' } })
  expect(worst?.entries[0]).toMatchObject({ symbol: 'E', actual: 0.1 })
  // Relative scores: 0.12 / 3.5 for four, and the cap of 3 for the crash; the top three are the crash and two others.
  const small = 0.12 / 3.5
  expect(worst?.family.percent).toBeCloseTo((100 * 3) / (3 + 4 * small), 6)
  expect(worst?.topPercent).toBeCloseTo((100 * (3 + 2 * small)) / (3 + 4 * small), 6)
})

test('a payment without quantiles or baseline is counted as unscored, and other years are left out', () => {
  const old = makeRow('MSTY', '2026-05-14', 1, { q05: null })
  const rows = [makeRow('MSTY', '2025-12-30', 9), old, makeRow('MSTY', '2026-05-21', 1)]
  expect(verify(rows)).toMatchObject({ unscored: 1, overall: { n: 1 }, from: '2026-05-21' })
  expect(verify([old])).toBeNull()
})

test('a split between estimate and today changes no score', () => {
  const same = verify([makeRow('MSTY', '2026-05-21', 1)])
  // Ten old shares became one since: payments and baselines of today are ten times the frozen estimate.
  const split = verifyYear([makeRow('MSTY', '2026-05-21', 1, { paid_amount: 10 })], '2026', {
    families,
    findBaseline: () => baseline.map((quantile) => 10 * quantile)
  })
  expect(split?.overall.skill).toBeCloseTo(same?.overall.skill ?? 0, 12)
})
