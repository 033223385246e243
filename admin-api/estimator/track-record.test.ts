import { expect, test } from 'vitest'
import { lastYieldLevel } from './track-record.ts'

test('a last yield more than a tenth from the median of five counts as above or below', () => {
  const levelOf = (last: number) => lastYieldLevel({ logYields: [-5, -5, -5, -5, -5 + last] })
  expect([0.2, 0.09, 0, -0.09, -0.2].map(levelOf)).toEqual(['above', 'near', 'near', 'near', 'below'])
})

test('the level uses only the last five yields', () => {
  expect(lastYieldLevel({ logYields: [-9, -9, -9, -9, -5, -5, -5, -5, -5] })).toBe('near')
})
