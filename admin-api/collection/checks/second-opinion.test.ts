import { expect, test } from 'vitest'
import type { SecondAnswer } from '../../services.ts'
import { findOpinion, knowsNoOtherSplits } from './second-opinion.ts'

const today = '2026-06-10'
const payment = { symbol: 'MSTY', exDate: '2026-06-04', amount: 0.3 }
const noSplits = { splits: [], knownFrom: null }
const merger = { splits: [{ date: '2026-06-08', old_shares: 10, new_shares: 1 }], knownFrom: null }
const mergerThere = { symbol: 'MSTY', date: '2026-06-08', oldShares: 10, newShares: 1 }

function answer(amountAsPaid: number, splits: SecondAnswer['splits'] = []): SecondAnswer {
  const { symbol, exDate } = payment
  return { payments: [{ symbol, exDate, payDate: null, declaredOn: null, amountAsPaid }], splits }
}

test('the same amount agrees but for rounding, another one does not, and of no other day or fund anything is said', () => {
  expect(findOpinion(answer(0.3001), payment, noSplits, today)).toEqual({ agrees: true, amount: 0.3001 })
  expect(findOpinion(answer(0.35), payment, noSplits, today)).toEqual({ agrees: false, amount: 0.35 })
  expect(findOpinion(answer(0.3), { ...payment, exDate: '2026-06-05' }, noSplits, today)).toBeNull()
  expect(findOpinion(answer(0.3), { ...payment, symbol: 'TSLY' }, noSplits, today)).toBeNull()
})

test('after ten shares became one, what was paid on the day is compared', () => {
  // 0.30 on 4 June are 3.00 a share of today.
  const now = { ...payment, amount: 3 }
  expect(findOpinion(answer(0.3, [mergerThere]), now, merger, today)).toEqual({ agrees: true, amount: 3 })
  expect(findOpinion(answer(3, [mergerThere]), now, merger, today)).toEqual({ agrees: false, amount: 30 })
})

test('a split that only one of the two knows leaves nothing to compare, one that is only announced does not matter', () => {
  expect(findOpinion(answer(0.3), { ...payment, amount: 3 }, merger, today)).toBeNull()
  expect(findOpinion(answer(0.3, [mergerThere]), payment, noSplits, today)).toBeNull()
  expect(findOpinion(answer(0.3, [mergerThere]), payment, noSplits, '2026-06-05')).toMatchObject({
    agrees: true
  })
  // The day of one of our splits is not known.
  const undated = { splits: [{ date: '', old_shares: 10, new_shares: 1 }], knownFrom: null }
  expect(findOpinion(answer(0.3), payment, undated, today)).toBeNull()
})

test('what is declared stands on our share basis only while no other split is known, past or announced', () => {
  expect(knowsNoOtherSplits(answer(0.3), 'MSTY', noSplits, '2026-05-01')).toBe(true)
  expect(knowsNoOtherSplits(answer(0.3, [mergerThere]), 'MSTY', merger, '2026-05-01')).toBe(true)
  expect(knowsNoOtherSplits(answer(0.3, [mergerThere]), 'MSTY', noSplits, '2026-05-01')).toBe(false)
  expect(knowsNoOtherSplits(answer(0.3, [mergerThere]), 'TSLY', noSplits, '2026-05-01')).toBe(true)
})
