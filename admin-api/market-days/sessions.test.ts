import { expect, test } from 'vitest'
import { isBeforeSession, lastFinishedSession } from './sessions.ts'

// 2026-06-04 is a Thursday in summer, 2026-01-08 one in winter; on 2025-12-25 the exchange is closed.
test.each([
  ['the evening before, 20:30 in New York', '2026-06-05T00:30:00Z', '2026-06-05', true],
  ['the same instant for the day it is in New York', '2026-06-05T00:30:00Z', '2026-06-04', false],
  ['a minute before it opens in summer', '2026-06-04T13:29:59Z', '2026-06-04', true],
  ['as it opens in summer', '2026-06-04T13:30:00Z', '2026-06-04', false],
  ['a minute before it opens in winter', '2026-01-08T14:29:59Z', '2026-01-08', true],
  ['as it opens in winter', '2026-01-08T14:30:00Z', '2026-01-08', false],
  ['on a closed day reported by a source', '2025-12-25T18:00:00Z', '2025-12-25', true],
  ['as the session after it opens', '2025-12-26T14:30:00Z', '2025-12-25', false],
  ['the day after', '2026-06-05T12:00:00Z', '2026-06-04', false]
])('before the session: %s', (_case, instant, exDate, isBefore) => {
  expect(isBeforeSession(new Date(instant), exDate)).toBe(isBefore)
})

test.each([
  ['Friday a minute before half past four', '2026-06-05T20:29:00Z', '2026-06-04'],
  ['Friday at half past four', '2026-06-05T20:30:00Z', '2026-06-05'],
  ['Sunday', '2026-06-07T22:00:00Z', '2026-06-05'],
  ['Monday morning', '2026-06-08T12:45:00Z', '2026-06-05'],
  ['the evening of Thanksgiving', '2025-11-27T23:15:00Z', '2025-11-26'],
  ['in winter half past four is an hour later in UTC', '2025-12-01T20:45:00Z', '2025-11-28']
])('last finished session: %s', (_case, now, day) => {
  expect(lastFinishedSession(new Date(now))).toBe(day)
})
