import { expect, test } from 'vitest'
import type { ScoredRow } from '../estimates/estimate-record.db.ts'
import { makeFrozen } from '../testing/make.ts'
import { usualChances } from './change-scores.ts'
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
/** A family that cut one payment in ten and raised none. */
const comparison = { quantiles: baseline, lastAmount: 1, usual: { cut: 0.1, same: 0.9, raise: 0 } }
const families = [
  { id: 'yieldmax-single', name: 'YieldMax, single stock' },
  { id: 'defiance', name: 'Defiance' }
]
const verify = (rows: readonly ScoredRow[], year = '2026') =>
  verifyYear(rows, year, { families, findReference: () => comparison })

test('calibration and PIT of four payments, counted by hand', () => {
  const days = ['2026-05-14', '2026-05-21', '2026-05-28', '2026-06-04']
  const rows = [0.6, 0.95, 1, 1.25].map((actual, i) => makeRow('MSTY', days[i] ?? '', actual))
  const year = verify(rows)
  // Quantiles 0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.3: one payment is below the first three, three up to the median, 1.25 above 90 %.
  expect(year?.calibration.map(({ percent }) => percent)).toEqual([25, 25, 25, 75, 75, 75, 100])
  // 0.6: below all, 2.5 %. 0.95: halfway from 25 to 50 %. 1: the median itself. 1.25: halfway from 90 to 95 %.
  expect(year).toMatchObject({ from: '2026-05-14', to: '2026-06-04', unscored: 0, overall: { n: 4 } })
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
    findReference: () => ({
      quantiles: baseline.map((quantile) => 10 * quantile),
      lastAmount: 10,
      usual: comparison.usual
    })
  })
  expect(split?.overall.skill).toBeCloseTo(same?.overall.skill ?? 0, 12)
  expect(split?.changes?.overall).toEqual(same?.changes?.overall)
})

test('chances of a cut or raise are scored next to those of the family, calculated by hand', () => {
  // Quantiles 0.7 to 1.3 after a payment of 1: a cut 25 %, a raise 25 %.
  const rows = [0.8, 1, 1, 1.25].map((actual, i) => makeRow('MSTY', `2026-05-0${i + 1}`, actual))
  const changes = verify(rows)?.changes
  const figures = changes?.overall
  expect(changes?.skillOf).toEqual({ 'yieldmax-single': figures?.skill })
  // Brier: same twice 0.0625 x 2 + 0.25, cut and raise once each 0.5625 + 0.25 + 0.0625.
  expect(figures?.brier).toBeCloseTo((2 * 0.375 + 2 * 0.875) / 4, 6)
  // Ranked: same twice 0.0625, cut and raise (0.5625 + 0.0625) / 2. The family's: 0.01 / 2 twice, 0.81 / 2, 1.01 / 2.
  expect(figures?.rps).toBeCloseTo((2 * 0.0625 + 2 * 0.3125) / 4, 6)
  expect(figures?.usualRps).toBeCloseTo((0.01 + 0.405 + 0.505) / 4, 6)
  // Eight chances of 25 % of which two came true, four of 50 % of which two did.
  const [rare, even] = changes?.reliability ?? []
  expect([rare?.percent, even?.percent]).toEqual([25, 50])
  expect(rare?.level).toBeCloseTo(0.25, 6)
})

test('the usual chances are those of the family in the year before, the day itself excluded', () => {
  const paid = (exDate: string, amount: number) => {
    return { family: 'defiance', exDate, amount, lastAmount: 1 }
  }
  const usualFor = usualChances([
    paid('2025-05-27', 0.5),
    paid('2025-05-28', 0.5),
    paid('2026-05-21', 1),
    paid('2026-05-28', 2)
  ])
  // A cut and a payment of the same size, each change counted once more.
  expect(usualFor('defiance', '2026-05-28')).toEqual({ cut: 2 / 5, same: 2 / 5, raise: 1 / 5 })
  expect(usualFor('graniteshares', '2026-05-28').cut).toBeCloseTo(1 / 3, 12)
})
