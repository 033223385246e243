import { expect, test } from 'vitest'
import { amountAsPaid } from './share-basis.ts'

// TSLY had reverse splits of 2:1 on 2024-02-26 and 5:1 on 2025-12-01 (data/splits.csv).
const splits = [
  { date: '2024-02-26', old_shares: 2, new_shares: 1 },
  { date: '2025-12-01', old_shares: 5, new_shares: 1 }
]

test.each([
  ['2024-01-04', 5, 0.5],
  ['2024-03-07', 5, 1],
  ['2025-12-01', 5, 5]
])('ex-date %s: an amount of %d today was paid as %d', (exDate, amount, asPaid) => {
  expect(amountAsPaid(amount, exDate, { splits, knownFrom: null })).toBe(asPaid)
})

test('a split of unknown day leaves the as-paid amount unknown before the first reported one', () => {
  const undated = [{ date: '', old_shares: 3, new_shares: 1 }]
  expect(amountAsPaid(1, '2024-03-07', { splits: undated, knownFrom: null })).toBeNull()
  expect(amountAsPaid(1, '2024-03-07', { splits: undated, knownFrom: '2024-03-08' })).toBeNull()
  expect(amountAsPaid(1, '2024-03-08', { splits: undated, knownFrom: '2024-03-08' })).toBe(1)
})
