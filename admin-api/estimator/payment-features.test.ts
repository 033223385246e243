import { expect, test } from 'vitest'
import { lastYieldLevel } from './payment-features.ts'

test('a last yield more than a tenth off the median of five lies above or below it', () => {
  const levelOf = (last: number) => lastYieldLevel({ logYields: [-5, -5, -5, -5, -5 + last] })
  expect([0.2, 0.09, 0, -0.09, -0.2].map(levelOf)).toEqual(['above', 'near', 'near', 'near', 'below'])
})

test('only the last five count', () => {
  expect(lastYieldLevel({ logYields: [-9, -9, -9, -9, -5, -5, -5, -5, -5] })).toBe('near')
})
