import { expect, test } from 'vitest'
import { combineForecasts, type Losses, logRatio, recordLosses } from './combine-forecasts.ts'

const losses = (byRule: Record<string, number>): Losses =>
  new Map(Object.entries(byRule).map(([rule, loss]) => [rule, { sum: loss * 20, count: 20 }]))

const ruleForecasts = [
  { rule: 'a', amount: 1 },
  { rule: 'b', amount: 2 },
  { rule: 'c', amount: 4 }
]

test('a rule far better than the others decides', () => {
  const record = losses({ a: 0.6, b: 0.6, c: 0.1 })
  const { amount, leading, share } = combineForecasts(ruleForecasts, record, record, 40)
  expect(amount).toBeCloseTo(4, 9)
  expect(leading.rule).toBe('c')
  expect(share).toBeCloseTo(1, 9)
})

test('equal rules have equal weights in a geometric mean', () => {
  // By hand: (1 x 2 x 4) ^ (1 / 3) = 2.
  const record = losses({ a: 0.2, b: 0.2, c: 0.2 })
  expect(combineForecasts(ruleForecasts, record, record, 40).amount).toBeCloseTo(2, 12)
  expect(combineForecasts(ruleForecasts, new Map(), new Map(), 40)).toMatchObject({
    share: expect.closeTo(1 / 3, 12)
  })
})

test('a rule a tenth worse than the best keeps a fiftieth of its weight', () => {
  // By hand: exp(-40 x 0.1) = 0.0183 against 1, and 2 ^ (0.0183 / 1.0183) = 1.0125.
  const record = losses({ a: 0.2, b: 0.22 })
  expect(combineForecasts(ruleForecasts.slice(0, 2), record, record, 40).amount).toBeCloseTo(1.0125, 4)
})

test('a rule with a prior weight of three counts as three rules', () => {
  // By hand: (1 x 1 x 1 x 2) ^ (1 / 4).
  const record = losses({ a: 0.2, b: 0.2 })
  const unequal = [
    { rule: 'a', amount: 1, priorWeight: 3 },
    { rule: 'b', amount: 2 }
  ]
  expect(combineForecasts(unequal, record, record, 40)).toMatchObject({
    amount: expect.closeTo(2 ** 0.25, 12),
    share: expect.closeTo(0.75, 12)
  })
})

test('a large family outweighs a fund, a small one does not', () => {
  const own = losses({ a: 0.1, b: 0.4 })
  const family = losses({ a: 0.4, b: 0.1 })
  // By hand, twenty payments of its own: (20 x 0.1 + 30 x 0.4) / 50 = 0.28 for a; with 5 of the family 0.16.
  expect(combineForecasts(ruleForecasts.slice(0, 2), own, family, 60).leading.rule).toBe('b')
  expect(combineForecasts(ruleForecasts.slice(0, 2), own, family, 10).leading.rule).toBe('a')
})

test('a fund without a record follows its family', () => {
  const family = losses({ a: 0.1, b: 0.6, c: 0.6 })
  expect(combineForecasts(ruleForecasts, new Map(), family, 40).leading.rule).toBe('a')
})

test('a perfect rule decides, and an empty list is rejected', () => {
  const record = losses({ a: 0, b: 0.1, c: 0.1 })
  expect(combineForecasts(ruleForecasts, record, record, 40).leading.rule).toBe('a')
  expect(() => combineForecasts([], new Map(), new Map(), 40)).toThrow(RangeError)
})

test('losses are logarithms of errors capped at 0.5, and halve over the half-life', () => {
  const record: Losses = new Map()
  recordLosses(record, [{ rule: 'a', amount: 1 }], Math.exp(0.06), 1)
  recordLosses(record, [{ rule: 'a', amount: 1 }], 100, 1)
  // By hand: ln(1 + 0.06 / 0.03) / 2 + ln(1 + 0.5 / 0.03), and 1 / 2 + 1.
  expect(record.get('a')?.sum).toBeCloseTo(Math.log(3) / 2 + Math.log(53 / 3), 12)
  expect(record.get('a')?.count).toBe(1.5)
})

test('the log ratio of twice the estimate is ln 2, and of a hit 0', () => {
  expect(logRatio(2, 1)).toBeCloseTo(Math.LN2, 12)
  expect(logRatio(3, 3)).toBe(0)
})

test('a payment of zero counts as a twentieth of the estimate, an outlier as at most twenty times', () => {
  expect(logRatio(0, 1)).toBeCloseTo(-Math.log(20), 12)
  expect(logRatio(1000, 1)).toBeCloseTo(Math.log(20), 12)
})

test('a log ratio rejects an estimate of 0 and a negative payment', () => {
  expect(() => logRatio(1, 0)).toThrow('logRatio needs an estimate above 0, got 0')
  expect(() => logRatio(-1, 1)).toThrow('logRatio needs an actual of 0 or more, got -1')
})
