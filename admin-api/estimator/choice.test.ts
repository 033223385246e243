import { expect, test } from 'vitest'
import { type Losses, mixCandidates, recordLosses } from './choice.ts'

const losses = (byRule: Record<string, number>): Losses =>
  new Map(Object.entries(byRule).map(([rule, loss]) => [rule, { sum: loss * 20, count: 20 }]))

const candidates = [
  { rule: 'a', amount: 1 },
  { rule: 'b', amount: 2 },
  { rule: 'c', amount: 4 }
]

test('a rule far better than the others decides', () => {
  const record = losses({ a: 0.6, b: 0.6, c: 0.1 })
  const { amount, leading, share } = mixCandidates(candidates, record, record)
  expect(amount).toBeCloseTo(4, 9)
  expect(leading.rule).toBe('c')
  expect(share).toBeCloseTo(1, 9)
})

test('equals share the say, by the geometric mean', () => {
  // By hand: (1 x 2 x 4) ^ (1 / 3) = 2.
  const record = losses({ a: 0.2, b: 0.2, c: 0.2 })
  expect(mixCandidates(candidates, record, record).amount).toBeCloseTo(2, 12)
  expect(mixCandidates(candidates, new Map(), new Map())).toMatchObject({ share: expect.closeTo(1 / 3, 12) })
})

test('a rule a tenth worse than the best keeps a twentieth of its say', () => {
  // By hand: exp(-30 x 0.1) = 0.0498 against 1, and 2 ^ (0.0498 / 1.0498) = 1.0334.
  const record = losses({ a: 0.2, b: 0.22 })
  expect(mixCandidates(candidates.slice(0, 2), record, record).amount).toBeCloseTo(1.0334, 4)
})

test('a fund without a record follows its family', () => {
  const family = losses({ a: 0.1, b: 0.6, c: 0.6 })
  expect(mixCandidates(candidates, new Map(), family).leading.rule).toBe('a')
})

test('perfect rules decide, and without candidates there is no choice', () => {
  const record = losses({ a: 0, b: 0.1, c: 0.1 })
  expect(mixCandidates(candidates, record, record).leading.rule).toBe('a')
  expect(() => mixCandidates([], new Map(), new Map())).toThrow(RangeError)
})

test('losses are roots, fade by half over the half-life and count at most the root of one half', () => {
  const record: Losses = new Map()
  recordLosses(record, [{ rule: 'a', amount: 1 }], Math.exp(0.04), 1)
  recordLosses(record, [{ rule: 'a', amount: 1 }], 100, 1)
  // By hand: 0.2 / 2 + sqrt(0.5), and 1 / 2 + 1.
  expect(record.get('a')?.sum).toBeCloseTo(0.1 + Math.SQRT1_2, 12)
  expect(record.get('a')?.count).toBe(1.5)
})
