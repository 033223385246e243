import { expect, test } from 'vitest'
import { estimateFunds } from '../estimator/estimator.ts'
import { addDays } from '../market-days/days.ts'
import { makeHistory } from '../testing/make-history.ts'
import { toEstimateRow } from './estimate-row.ts'
import { lastYieldEstimate, toLiveRow } from './frozen-rows.ts'

/** Pays on Thursdays, the last time on July 31, 2025; the next payment goes ex on August 7. */
const fund = makeHistory()
const shown = estimateFunds([fund], '2025-08-06').map((result) =>
  toEstimateRow(result, { source_name: 'Test', history_digest: '', method_version: '7', made_at: '' })
)

test.each([
  ['on the evening before in New York, already the ex-date in UTC', '2025-08-07T00:30:00Z', true],
  ['on the morning of the ex-date', '2025-08-07T13:29:00Z', true],
  ['when its session opens', '2025-08-07T13:30:00Z', false],
  ['a day later', '2025-08-08T12:00:00Z', false]
])('an estimate made %s (%s) counts as a forecast: %s', (_when, now, isFrozen) => {
  const rows = shown.map((estimate) => toLiveRow(estimate, fund, new Date(now)))
  expect(rows.map((row) => row?.ex_date)).toEqual([isFrozen ? '2025-08-07' : undefined])
})

test('an estimate whose payment is already known is not frozen', () => {
  const paid = { exDate: '2025-08-07', payDate: addDays('2025-08-07', 1), amount: 0.2 }
  const known = { ...fund, payments: [...fund.payments, paid] }
  const evening = new Date('2025-08-06T21:00:00Z')
  expect(shown.map((estimate) => toLiveRow(estimate, known, evening))).toEqual([null])
})

const pay = (exDate: string, amount: number) => ({ exDate, payDate: exDate, amount })

/** 20 dollars two sessions before 2026-05-21, 25 two sessions before 2026-05-28. */
const closes = [
  { date: '2026-05-12', close: 10 },
  { date: '2026-05-19', close: 20 },
  { date: '2026-05-26', close: 25 }
]

test('the baseline is the last yield times the price', () => {
  const payments = [pay('2026-05-14', 0.2), pay('2026-05-21', 0.4)]
  // 0.4 / 20 = 2 % of 25
  expect(lastYieldEstimate({ payments, closes }, '2026-05-28', 25)).toBeCloseTo(0.5, 10)
})

test('the baseline uses only payments before the ex-date', () => {
  const payments = [pay('2026-05-14', 0.2), pay('2026-05-21', 0.4), pay('2026-05-28', 9)]
  expect(lastYieldEstimate({ payments, closes }, '2026-05-28', 25)).toBeCloseTo(0.5, 10)
})

test('a catch-up of three weeks counts as a third for one week', () => {
  const payments = [pay('2026-04-30', 0.2), pay('2026-05-21', 0.6)]
  // 0.6 x 7 / 21 = 0.2; 0.2 / 20 = 1 % of 25
  expect(lastYieldEstimate({ payments, closes }, '2026-05-28', 25)).toBeCloseTo(0.25, 10)
})

test('a quarantined payment ends the period of the one before', () => {
  const payments = [pay('2026-04-30', 0.2), pay('2026-05-07', 0.4)]
  const known = { payments, closes: [{ date: '2026-05-05', close: 20 }, ...closes.slice(1)] }
  // From May 7 to 28 three weeks' worth; since May 21 one week's: 0.4 / 20 = 2 % of 25
  expect(lastYieldEstimate(known, '2026-05-28', 25)).toBeCloseTo(1.5, 10)
  const quarantinedDays = ['2026-05-14', '2026-05-21']
  expect(lastYieldEstimate({ ...known, quarantinedDays }, '2026-05-28', 25)).toBeCloseTo(0.5, 10)
})

test('there is no baseline without an earlier payment and its price', () => {
  expect(lastYieldEstimate({ payments: [], closes }, '2026-05-28', 25)).toBeNull()
  expect(lastYieldEstimate({ payments: [pay('2026-01-08', 1)], closes }, '2026-05-28', 25)).toBeNull()
})
