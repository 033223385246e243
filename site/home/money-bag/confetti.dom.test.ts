import { expect, test } from 'vitest'
import { densityAfter } from './confetti.ts'

test('each click during a burst makes it half as dense again, up to three times', () => {
  expect([0, 1, 4, 17].map(densityAfter)).toEqual([1, 1.5, 3, 3])
})
