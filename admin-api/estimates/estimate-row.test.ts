import { expect, test } from 'vitest'
import { type EstimateRow, type Expectation, toEstimateRow, withConfirmedDates } from './estimate-row.ts'

const now = new Date('2026-06-02T12:00:00Z')

/** MSTY as the method sees it on May 29, 2026: ex on Thursday, June 4, paid on the Friday. */
function makeRow(given: Partial<EstimateRow> = {}): EstimateRow {
  const provenance = { source_name: 'Test', history_digest: '', method_version: '1', made_at: '' }
  const result = { status: 'inactive', symbol: 'MSTY', asOf: '2026-05-29', message: '' } as const
  const dates = { next_ex_date: '2026-06-04', next_pay_date: '2026-06-05' }
  return { ...toEstimateRow(result, provenance), status: 'estimated', amount: 0.3, ...dates, ...given }
}

function makeExpectation(given: Partial<Expectation> = {}): Expectation {
  return {
    symbol: 'MSTY',
    ex_date: '2026-06-05',
    payment_date: '2026-06-08',
    collection_date: '2026-06-01',
    ...given
  }
}

test('days that the operator approved replace the calculated ones, and nothing else changes', () => {
  const row = makeRow()
  expect(withConfirmedDates(row, [makeExpectation()], now)).toEqual({
    ...row,
    next_ex_date: '2026-06-05',
    next_pay_date: '2026-06-08',
    dates_confirmed_on: '2026-06-01'
  })
})

test('the nearest of two approved payments is used', () => {
  const far = makeExpectation({ ex_date: '2026-06-08', payment_date: '2026-06-09' })
  expect(withConfirmedDates(makeRow(), [far, makeExpectation()], now).next_ex_date).toBe('2026-06-05')
})

test('an approval without a date is dated today', () => {
  const undated = makeExpectation({ collection_date: null })
  expect(withConfirmedDates(makeRow(), [undated], now).dates_confirmed_on).toBe('2026-06-02')
})

test.each([
  ['five days off', makeRow(), makeExpectation({ ex_date: '2026-06-09' })],
  [
    'that went ex by the as-of day',
    makeRow({ as_of: '2026-06-05', next_ex_date: '2026-06-08' }),
    makeExpectation()
  ],
  ['of a fund without an estimate', makeRow({ next_ex_date: null, next_pay_date: null }), makeExpectation()]
])('an approved payment %s changes nothing', (_, row, expectation) => {
  expect(withConfirmedDates(row, [expectation], now)).toEqual(row)
})
