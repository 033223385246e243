import { expect, test } from 'vitest'
import { isBeforeSession } from './session-open.ts'

/** 4 June 2026 is a Thursday in summer, 8 January 2026 one in winter; on 25 December the exchange is closed. */
test.each([
  ['the evening before, 20:30 in New York', '2026-06-05T00:30:00Z', '2026-06-05', true],
  ['the same instant for the day that it is there', '2026-06-05T00:30:00Z', '2026-06-04', false],
  ['a minute before it opens in summer', '2026-06-04T13:29:59Z', '2026-06-04', true],
  ['as it opens in summer', '2026-06-04T13:30:00Z', '2026-06-04', false],
  ['a minute before it opens in winter', '2026-01-08T14:29:59Z', '2026-01-08', true],
  ['as it opens in winter', '2026-01-08T14:30:00Z', '2026-01-08', false],
  ['on a closed day that a source names', '2025-12-25T18:00:00Z', '2025-12-25', true],
  ['as the session after it opens', '2025-12-26T14:30:00Z', '2025-12-25', false],
  ['the day after', '2026-06-05T12:00:00Z', '2026-06-04', false]
])('%s', (_what, instant, exDate, isBefore) => {
  expect(isBeforeSession(new Date(instant), exDate)).toBe(isBefore)
})
