import { expect, test } from 'vitest'
import { countInside, placesInRanges, rangeScale } from './RangeBar.tsx'

test('the range fills the line except for a margin at both ends', () => {
  // By hand: 8 + (0.35 - 0.3) / (0.4 - 0.3) x 84 = 50.
  expect(rangeScale({ low: 0.3, estimate: 0.35, high: 0.4, latest: 0.3 })).toEqual({
    low: 8,
    estimate: 50,
    high: 92,
    latest: 8
  })
})

test('a latest payment outside the range stays on the line', () => {
  const scale = rangeScale({ low: 0.3, estimate: 0.35, high: 0.4, latest: 0.9 })
  expect(scale.latest).toBe(92)
  expect(scale.high).toBeLessThan(scale.latest)
})

test('a range without width is centered', () => {
  expect(rangeScale({ low: 0, estimate: 0, high: 0, latest: 0 })).toEqual({
    low: 50,
    estimate: 50,
    high: 50,
    latest: 50
  })
})

test('past payments are placed in their own ranges, and a narrow miss stays outside', () => {
  const range = { low: 0.2, high: 0.4 }
  const places = placesInRanges([
    { ...range, actual: 0.35, isInRange: true },
    { ...range, actual: 0.4, isInRange: true },
    { ...range, actual: 0.1, isInRange: false },
    { ...range, actual: 0.4001, isInRange: false },
    { low: 0.3, high: 0.3, actual: 0.3, isInRange: true },
    { low: 0.3, high: 0.3, actual: 0.2, isInRange: false }
  ])
  // By hand: (0.35 - 0.2) / 0.2 = 0.75, and (0.1 - 0.2) / 0.2 = -0.5.
  expect(places).toEqual([0.75, 1, -0.5, 1.05, 0.5, -0.05])
  expect(countInside(places)).toBe(3)
})
