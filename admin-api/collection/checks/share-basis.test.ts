import { expect, test } from 'vitest'
import { judgeBasis } from './share-basis.ts'

const closes = [
  { date: '2026-05-28', close: 20 },
  { date: '2026-05-29', close: 20.04 }
]
const stored = { closes, payments: [], splits: [] }
const merger = { date: '2026-06-02', oldShares: 2, newShares: 1 }
const times = (factor: number) => closes.map(({ date, close }) => ({ date, close: close * factor }))

test('equal closes and closes corrected by cents are on the same basis', () => {
  const clear = { kind: 'clear', newSplits: [], factor: 1, until: null }
  expect(judgeBasis({ prices: closes, splits: [] }, stored)).toEqual(clear)
  expect(judgeBasis({ prices: times(1.003), splits: [] }, stored)).toEqual(clear)
})

test('closes higher by the ratio of a new split confirm it', () => {
  const fetched = { prices: times(2), splits: [merger] }
  expect(judgeBasis(fetched, stored)).toEqual({ kind: 'clear', newSplits: [merger], factor: 2, until: null })
})

test('a forward split is confirmed in the same way', () => {
  const divided = { date: '2026-06-02', oldShares: 1, newShares: 4 }
  const basis = judgeBasis({ prices: times(0.25), splits: [divided] }, stored)
  expect(basis).toEqual({ kind: 'clear', newSplits: [divided], factor: 0.25, until: null })
})

test('a known split with a slightly different or unknown day is not new', () => {
  const fetched = { prices: closes, splits: [merger] }
  for (const date of ['2026-05-29', ''])
    expect(
      judgeBasis(fetched, { ...stored, splits: [{ date, old_shares: 2, new_shares: 1 }] })
    ).toMatchObject({
      kind: 'clear',
      newSplits: []
    })
})

test('closes that continue through the day of an unknown split were already adjusted', () => {
  const prices = [...closes, { date: '2026-06-02', close: 19.8 }]
  expect(judgeBasis({ prices, splits: [merger] }, stored)).toMatchObject({ kind: 'clear', newSplits: [] })
})

test('a split reported late adjusts only figures before it, not the closes accepted since', () => {
  const since = [
    { date: '2026-06-02', close: 40.3 },
    { date: '2026-06-03', close: 40.1 },
    { date: '2026-06-04', close: 40.2 }
  ]
  const basis = judgeBasis(
    { prices: [...times(2), ...since], splits: [merger] },
    { ...stored, closes: [...closes, ...since] }
  )
  expect(basis).toEqual({ kind: 'clear', newSplits: [merger], factor: 2, until: '2026-06-02' })
})

test("a ratio that the reported split doesn't explain makes the basis unclear from the first common day", () => {
  const basis = judgeBasis({ prices: times(5), splits: [merger] }, stored)
  expect(basis).toMatchObject({ kind: 'unclear', from: '2026-05-28' })
  expect(basis).toHaveProperty('reason', expect.stringContaining('are 5 times the stored ones'))
})

test('a split needs a common day for confirmation unless nothing is stored', () => {
  const prices = [{ date: '2026-06-03', close: 40 }]
  expect(judgeBasis({ prices, splits: [merger] }, stored)).toMatchObject({ kind: 'unclear', from: '' })
  const nothing = { closes: [], payments: [], splits: [] }
  expect(judgeBasis({ prices, splits: [merger] }, nothing)).toEqual({
    kind: 'clear',
    newSplits: [merger],
    factor: 1,
    until: null
  })
})
