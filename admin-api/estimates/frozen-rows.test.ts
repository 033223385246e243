import { expect, test } from 'vitest'
import { addDays } from '../market-days/days.ts'
import { estimateFunds } from '../estimator/estimator.ts'
import { makeHistory } from '../testing/make-history.ts'
import { toLiveRow } from './frozen-rows.ts'

/** Pays on Thursdays, the last time on 31 July 2025; the next payment goes ex on 7 August. */
const fund = makeHistory()
const [result] = estimateFunds([fund], '2025-08-06')

test.each([
  ['the evening before in New York, when it is the day itself in UTC', '2025-08-07T00:30:00Z', true],
  ['in the morning of the day', '2025-08-07T13:29:00Z', true],
  ['as its session opens', '2025-08-07T13:30:00Z', false],
  ['a day later', '2025-08-08T12:00:00Z', false]
])('an estimate made %s: is that a forecast?', (_when, now, isFrozen) => {
  if (result === undefined) throw new Error('one fund has one result')
  const row = toLiveRow(result, fund, new Date(now))
  expect(row === null ? null : row.ex_date).toBe(isFrozen ? '2025-08-07' : null)
})

test('one whose payment is known already is not frozen', () => {
  if (result === undefined) throw new Error('one fund has one result')
  const paid = { exDate: '2025-08-07', payDate: addDays('2025-08-07', 1), amount: 0.2 }
  const known = { ...fund, payments: [...fund.payments, paid] }
  expect(toLiveRow(result, known, new Date('2025-08-06T21:00:00Z'))).toBeNull()
})
