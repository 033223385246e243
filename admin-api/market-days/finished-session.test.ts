import { expect, test } from 'vitest'
import { lastFinishedSession } from './finished-session.ts'

test.each([
  ['Friday a minute before half past four', '2026-06-05T20:29:00Z', '2026-06-04'],
  ['Friday at half past four', '2026-06-05T20:30:00Z', '2026-06-05'],
  ['Sunday', '2026-06-07T22:00:00Z', '2026-06-05'],
  ['Monday morning', '2026-06-08T12:45:00Z', '2026-06-05'],
  ['the evening of Thanksgiving', '2025-11-27T23:15:00Z', '2025-11-26'],
  ['in winter half past four is an hour later in UTC', '2025-12-01T20:45:00Z', '2025-11-28']
])('%s', (_when, now, day) => {
  expect(lastFinishedSession(new Date(now))).toBe(day)
})
