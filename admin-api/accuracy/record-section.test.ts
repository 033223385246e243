import { expect, test } from 'vitest'
import type { RecordRow } from '../estimates/estimate-record.db.ts'
import { listScored, pickCounting } from '../signed-record/counted-estimates.ts'
import { makeFrozen } from '../testing/make.ts'
import { toEntry } from './record-entry.ts'
import { countWaiting, toSection } from './record-section.ts'

const unscored = {
  baseline_last_yield: null,
  paid_ex_date: null,
  actual: null,
  accuracy_score: null,
  scored_at: null
}

function makeRow(given: Partial<RecordRow> = {}): RecordRow {
  return { ...unscored, ...makeFrozen(), ...given } as RecordRow
}

test('the last of two estimates for one payment counts, even if they expected different days', () => {
  const paid = { paid_ex_date: '2026-06-04', actual: 1 }
  const early = makeRow({ as_of: '2026-05-29', ex_date: '2026-06-05', ...paid })
  const late = makeRow({ as_of: '2026-06-01', ...paid })
  expect(pickCounting([late, early])).toEqual(new Set([late]))
  expect(listScored([early, late], 'live')).toEqual([late])
})

test('live and backtested estimates of one payment count separately', () => {
  const paid = { paid_ex_date: '2026-06-04', actual: 1 }
  const live = makeRow(paid)
  const backtested = makeRow({ ...paid, origin: 'replayed', as_of: '2026-06-02' })
  expect(listScored([live, backtested], 'live')).toEqual([live])
  expect(listScored([live, backtested], 'replayed')).toEqual([backtested])
})

test('a live estimate is waiting until its ex-date', () => {
  expect(countWaiting([makeRow()], '2026-06-03')).toBe(1)
  expect(countWaiting([makeRow()], '2026-06-04')).toBe(0)
  expect(countWaiting([makeRow(), makeRow({ as_of: '2026-06-01' })], '2026-06-03')).toBe(1)
  expect(countWaiting([makeRow({ actual: 1, paid_ex_date: '2026-06-04' })], '2026-06-03')).toBe(0)
})

test('an entry has the signed error and whether the payment is in the range', () => {
  const scored = listScored(
    [makeRow({ amount: 0.5, low: 0.4, high: 0.6, actual: 0.4, paid_ex_date: '2026-06-04' })],
    'live'
  )
  const [entry] = scored.map(toEntry)
  expect(entry).toMatchObject({ isInRange: true })
  expect(entry?.errorPercent).toBeCloseTo(25, 10) // 0.5 is a quarter more than 0.4
})

test('a payment of zero is an error of 300 %, unless the estimate is zero too', () => {
  const rows = [
    makeRow({ symbol: 'A', amount: 0.5, actual: 0, paid_ex_date: '2026-06-04' }),
    makeRow({ symbol: 'B', amount: 0, low: 0, high: 0, actual: 0, paid_ex_date: '2026-06-04' })
  ]
  const section = toSection(listScored(rows, 'live'), {
    families: [],
    findReference: () => undefined,
    paymentOf: () => undefined
  })
  expect(section?.overall).toMatchObject({
    n: 2,
    meanErrorPercent: 150,
    within10Percent: 50,
    coveragePercent: 50
  })
  expect(section?.worst.map(({ symbol }) => symbol)).toEqual(['A', 'B'])
})

test('without a scored estimate there is no section', () => {
  expect(
    toSection(listScored([makeRow()], 'live'), {
      families: [],
      findReference: () => undefined,
      paymentOf: () => undefined
    })
  ).toBeNull()
})
