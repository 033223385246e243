import { expect, test } from 'vitest'
import type { SecondAnswer } from '../sources/market-data.ts'
import { findOpinion, knowsNoOtherSplits } from './second-opinion.ts'

const today = '2026-06-10'
const payment = { symbol: 'MSTY', exDate: '2026-06-04', amount: 0.3 }
const noSplits = { splits: [], knownFrom: null }
const ourSplit = { splits: [{ date: '2026-06-08', old_shares: 10, new_shares: 1 }], knownFrom: null }
const theirSplit = { symbol: 'MSTY', date: '2026-06-08', oldShares: 10, newShares: 1 }

function answer(amountAsPaid: number, splits: SecondAnswer['splits'] = []): SecondAnswer {
  const { symbol, exDate } = payment
  return { payments: [{ symbol, exDate, payDate: null, declaredOn: null, amountAsPaid }], splits }
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
  expect(findOpinion(answer(0.3, [theirSplit]), now, ourSplit, today)).toEqual({ agrees: true, amount: 3 })
  expect(findOpinion(answer(3, [theirSplit]), now, ourSplit, today)).toEqual({ agrees: false, amount: 30 })
})

test("a split reported by one source only prevents a comparison, an announced one doesn't", () => {
  expect(findOpinion(answer(0.3), { ...payment, amount: 3 }, ourSplit, today)).toBeNull()
  expect(findOpinion(answer(0.3, [theirSplit]), payment, noSplits, today)).toBeNull()
  expect(findOpinion(answer(0.3, [theirSplit]), payment, noSplits, '2026-06-05')).toMatchObject({
    agrees: true
  })
  // The day of one of our splits is unknown.
  const undated = { splits: [{ date: '', old_shares: 10, new_shares: 1 }], knownFrom: null }
  expect(findOpinion(answer(0.3), payment, undated, today)).toBeNull()
})

test('a declared amount is on our share basis only if no other split is known, past or announced', () => {
  expect(knowsNoOtherSplits(answer(0.3), 'MSTY', noSplits, '2026-05-01')).toBe(true)
  expect(knowsNoOtherSplits(answer(0.3, [theirSplit]), 'MSTY', ourSplit, '2026-05-01')).toBe(true)
  expect(knowsNoOtherSplits(answer(0.3, [theirSplit]), 'MSTY', noSplits, '2026-05-01')).toBe(false)
  expect(knowsNoOtherSplits(answer(0.3, [theirSplit]), 'TSLY', noSplits, '2026-05-01')).toBe(true)
})
