import { expect, test } from 'vitest'
import { oldAge } from './data-age.ts'

test('five sessions are no news, the sixth is; the session of the day itself does not count', () => {
  // Friday 29 May 2026; the week of 1 June has five sessions.
  expect(oldAge('2026-05-29', '2026-05-30')).toBeNull()
  expect(oldAge('2026-05-29', '2026-06-08')).toBeNull()
  expect(oldAge('2026-05-29', '2026-06-09')).toBe(6)
})

test('weekends and holidays make nothing older', () => {
  expect(oldAge('2026-05-29', '2026-06-06')).toBeNull()
  // Wednesday 24 June 2026: 3 July is kept for the 4th, so the sixth session is 2 July and still it on the Monday.
  expect(oldAge('2026-06-24', '2026-07-02')).toBeNull()
  expect(oldAge('2026-06-24', '2026-07-03')).toBe(6)
  expect(oldAge('2026-06-24', '2026-07-06')).toBe(6)
  expect(oldAge('2026-06-24', '2026-07-07')).toBe(7)
})

test('figures of a day to come, where a clock is wrong, are not old', () => {
  expect(oldAge('2026-05-29', '2026-05-01')).toBeNull()
})
