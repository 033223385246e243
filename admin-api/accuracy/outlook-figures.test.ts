import { expect, test } from 'vitest'
import type { OutlookRecordRow } from '../estimates/outlook-record/outlook-record.db.ts'
import { makeOutlook } from '../testing/make.ts'
import { summarizeOutlooks } from './outlook-figures.ts'

/** An outlook of a year that is over. */
function makeYear(given: Partial<OutlookRecordRow> = {}): OutlookRecordRow {
  return makeOutlook({
    months: 12,
    origin: 'replayed',
    amount: 12,
    low: 8,
    high: 16,
    repeat: 15,
    outcome: 'scored',
    paid: 10,
    signed_on: null,
    ...given
  })
}

/** Copies for different funds. */
function repeat(count: number, given: Partial<OutlookRecordRow>): OutlookRecordRow[] {
  return Array.from({ length: count }, (_, i) => makeYear({ symbol: `F${i}`, ...given }))
}

test('bias is of all dollars, error the mean of all funds, by months and frequency', () => {
  // 15 funds paid 10 and 15 paid 30 of expected 12: 360 of 600 dollars; errors of 20 and 60 %.
  const weekly = [...repeat(15, {}), ...repeat(15, { paid: 30 })]
  const monthly = repeat(30, { frequency: 12, amount: 9, repeat: 12, months: 3 })
  expect(summarizeOutlooks([...weekly, ...monthly], '2026-06-01').backtested?.figures).toEqual([
    {
      months: 3,
      payer: 'monthly',
      n: 30,
      biasPercent: expect.closeTo(-10),
      repeatBiasPercent: expect.closeTo(20),
      errorPercent: expect.closeTo(10),
      repeatErrorPercent: expect.closeTo(20),
      coveragePercent: 100
    },
    {
      months: 12,
      payer: 'weekly',
      n: 30,
      biasPercent: expect.closeTo(-40),
      repeatBiasPercent: expect.closeTo(-25),
      errorPercent: expect.closeTo(40),
      repeatErrorPercent: expect.closeTo(50),
      coveragePercent: 50
    }
  ])
})

test('live and backtested outlooks are apart, and closed funds and missing payments count in neither', () => {
  const live = { origin: 'live' as const, signed_on: '2025-06-02' }
  const {
    live: own,
    backtested,
    waiting
  } = summarizeOutlooks(
    [
      makeYear(),
      makeYear({ ...live, symbol: 'TSLY', amount: 12.4, paid: 11.2, repeat: 15.9 }),
      makeYear({ ...live, symbol: 'CONY', outcome: 'closed', paid: 2 }),
      makeYear({ ...live, symbol: 'NVDY', outcome: 'payments-missing', paid: null }),
      makeYear({ ...live, symbol: 'ULTY', outcome: null, paid: null, until: '2026-08-29' })
    ],
    '2026-06-01'
  )
  expect(own).toMatchObject({
    closed: 1,
    missing: 1,
    examples: [{ symbol: 'TSLY', amount: 12.4, paid: 11.2, repeat: 15.9 }]
  })
  expect(backtested).toMatchObject({ closed: 0, examples: [{ symbol: 'MSTY' }] })
  expect(waiting).toEqual({ n: 1, first: '2026-08-29' })
  // Two of a group say little.
  expect(own?.figures).toEqual([])
})

test('without outlooks there is nothing to show', () => {
  expect(summarizeOutlooks([], '2026-06-01')).toEqual({ live: null, backtested: null, waiting: null })
})
