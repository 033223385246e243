import { expect, test } from 'vitest'
import { isBeforeSession, lastFinishedSession, nextClose } from './sessions.ts'

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

// Early closes: NYSE calendars of 2024 and 2025. July 3, 2026 is observed as Independence Day, so July 2 is a full day.
test.each([
  ['a minute before four', '2026-07-08T19:59:59Z', '2026-07-08'],
  ['at four', '2026-07-08T20:00:00Z', '2026-07-09'],
  ['a minute before four in winter', '2026-01-08T20:59:00Z', '2026-01-08'],
  ['at four in winter', '2026-01-08T21:00:00Z', '2026-01-09'],
  ['before midnight', '2026-07-09T03:59:00Z', '2026-07-09'],
  ['on Friday at four', '2026-07-10T20:00:00Z', '2026-07-13'],
  ['on Saturday', '2026-07-11T15:00:00Z', '2026-07-13'],
  ['July 3 a minute before one', '2025-07-03T16:59:00Z', '2025-07-03'],
  ['July 3 at one', '2025-07-03T17:00:00Z', '2025-07-07'],
  ['the day after Thanksgiving a minute before one', '2025-11-28T17:59:00Z', '2025-11-28'],
  ['the day after Thanksgiving at one', '2025-11-28T18:00:00Z', '2025-12-01'],
  ['Christmas Eve at one', '2024-12-24T18:00:00Z', '2024-12-26'],
  ['the day before an observed July 4, at one', '2026-07-02T17:00:00Z', '2026-07-02'],
  ['an observed holiday', '2026-07-03T14:00:00Z', '2026-07-06']
])('the next close %s', (_case, now, session) => {
  expect(nextClose(new Date(now))).toBe(session)
})
