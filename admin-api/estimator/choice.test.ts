import { expect, test } from 'vitest'
import { chooseCandidate, type Losses, recordLosses } from './choice.ts'

const losses = (byRule: Record<string, number>): Losses =>
  new Map(Object.entries(byRule).map(([rule, loss]) => [rule, { sum: loss * 20, count: 20 }]))

const candidates = [
  { rule: 'a', amount: 1 },
  { rule: 'b', amount: 2 },
  { rule: 'c', amount: 9 }
]

test('a rule far better than the others decides', () => {
  const record = losses({ a: 0.3, b: 0.3, c: 0.1 })
  expect(chooseCandidate(candidates, record, record).rule).toBe('c')
})

test('among equals the middle opinion wins', () => {
  const record = losses({ a: 0.2, b: 0.2, c: 0.2 })
  expect(chooseCandidate(candidates, record, record).rule).toBe('b')
})

test('a fund without a record follows its family', () => {
  expect(chooseCandidate(candidates, new Map(), losses({ a: 0.1, b: 0.4, c: 0.4 })).rule).toBe('a')
})

test('with no record at all, and with perfect rules, there still is a choice', () => {
  expect(chooseCandidate(candidates, new Map(), new Map()).rule).toBe('b')
  expect(chooseCandidate(candidates, losses({ a: 0 }), losses({ a: 0, b: 0.1, c: 0.1 })).rule).toBe('a')
  expect(() => chooseCandidate([], new Map(), new Map())).toThrow(RangeError)
})

test('losses fade by half over the half-life and count at most one half', () => {
  const record: Losses = new Map()
  recordLosses(record, [{ rule: 'a', amount: 1 }], Math.exp(0.2), 1)
  recordLosses(record, [{ rule: 'a', amount: 1 }], 100, 1)
  // By hand: 0.2 / 2 + 0.5, and 1 / 2 + 1.
  expect(record.get('a')?.sum).toBeCloseTo(0.6, 12)
  expect(record.get('a')?.count).toBe(1.5)
})
