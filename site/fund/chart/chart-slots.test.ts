import { expect, test } from 'vitest'
import { ticksUpTo } from './chart-points.ts'

test.each([
  [0, [0]],
  [3.01, [0, 1, 2, 3.01]], // 3 is too close to the top.
  [0.24, [0, 0.05, 0.1, 0.15, 0.2, 0.24]],
  [0.05, [0, 0.01, 0.02, 0.03, 0.04, 0.05]],
  [11.1, [0, 5, 11.1]]
])('an axis to %j has round values and ends at that amount', (highest, ticks) => {
  expect(ticksUpTo(highest)).toEqual(ticks.map((tick) => expect.closeTo(tick, 10)))
})
