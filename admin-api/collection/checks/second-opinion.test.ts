import { expect, test } from 'vitest'
import type { SecondPayment } from '../sources/market-data.ts'
import { findOpinion } from './second-opinion.ts'

const today = '2026-06-10'
const payment = { symbol: 'MSTY', exDate: '2026-06-04', amount: 0.3 }
const noSplits = { splits: [], knownFrom: null }
const ourSplit = { splits: [{ date: '2026-06-08', old_shares: 10, new_shares: 1 }], knownFrom: null }

function answer(amountAsPaid: number): SecondPayment[] {
  const { symbol, exDate } = payment
  return [{ symbol, exDate, payDate: null, declaredOn: null, amountAsPaid }]
}

test("the same amount agrees within rounding, another doesn't; for other days and funds there is no opinion", () => {
  expect(findOpinion(answer(0.3001), payment, noSplits, today)).toEqual({ agrees: true, amount: 0.3001 })
  expect(findOpinion(answer(0.35), payment, noSplits, today)).toEqual({ agrees: false, amount: 0.35 })
  expect(findOpinion(answer(0.3), { ...payment, exDate: '2026-06-05' }, noSplits, today)).toBeNull()
  expect(findOpinion(answer(0.3), { ...payment, symbol: 'TSLY' }, noSplits, today)).toBeNull()
})

test('after a 10-for-1 reverse split the amounts as paid are compared', () => {
  // 0.30 on June 4 is 3.00 on today's share basis.
  const now = { ...payment, amount: 3 }
  expect(findOpinion(answer(0.3), now, ourSplit, today)).toEqual({ agrees: true, amount: 3 })
  expect(findOpinion(answer(3), now, ourSplit, today)).toEqual({ agrees: false, amount: 30 })
})

test('without the day of one of our splits there is no opinion', () => {
  const undated = { splits: [{ date: '', old_shares: 10, new_shares: 1 }], knownFrom: null }
  expect(findOpinion(answer(0.3), payment, undated, today)).toBeNull()
})
