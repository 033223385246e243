import { expect, test } from 'vitest'
import { errorPercent, isClose } from './forecast-errors.ts'

test('an error of exactly 10 percent is close, whatever the amounts', () => {
  // 1.1 - 1 is 0.10000000000000009, and 0.09 - 0.1 is -0.010000000000000009.
  for (const [estimate, actual] of [
    [1.1, 1],
    [0.09, 0.1],
    [0.11, 0.1],
    [0.018, 0.02]
  ] as const)
    expect(isClose(errorPercent(estimate, actual)), `${estimate} of ${actual}`).toBe(true)
  expect(isClose(errorPercent(0.1101, 0.1))).toBe(false)
})
