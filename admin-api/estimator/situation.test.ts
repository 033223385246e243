import { expect, test } from 'vitest'
import { standingOf } from './situation.ts'

test('a last yield more than a tenth off the middle one of five stands above or below it', () => {
  const standing = (last: number) => standingOf({ logYields: [-5, -5, -5, -5, -5 + last] })
  expect([0.2, 0.09, 0, -0.09, -0.2].map(standing)).toEqual(['above', 'near', 'near', 'near', 'below'])
})

test('only the last five count', () => {
  expect(standingOf({ logYields: [-9, -9, -9, -9, -5, -5, -5, -5, -5] })).toBe('near')
})
