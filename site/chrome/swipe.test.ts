import { expect, test } from 'vitest'
import { pushOf } from './swipe.ts'

test('a push of more than 50 px to the right closes, one of 50 px does not', () => {
  expect(pushOf(200, 250)).toEqual({ pushedPx: 50, closes: false })
  expect(pushOf(200, 251)).toEqual({ pushedPx: 51, closes: true })
})

test('a push to the left moves nothing and closes nothing', () => {
  expect(pushOf(200, 20)).toEqual({ pushedPx: 0, closes: false })
})
