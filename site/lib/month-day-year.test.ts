import { expect, test } from 'vitest'
import { replaceDays, withMonthDayYear } from './month-day-year.ts'

test.each([
  ['The ex-date 2026-06-05 of MSTY is a Friday.', 'The ex-date 06/05/2026 of MSTY is a Friday.'],
  ['Nothing since July 8, 2026; asked on May 12, 2026.', 'Nothing since 07/08/2026; asked on 05/12/2026.'],
  ['record 1 (DISO, 2021-06-04)', 'record 1 (DISO, 06/04/2021)']
])('days in a sentence are formatted as in admin tables: %s', (sentence, shown) => {
  expect(replaceDays(sentence)).toBe(shown)
})

test.each([
  'At 2026-06-05T10:00:00Z it was 3 in all.',
  'Kept as before-2026-06-05.sqlite',
  '/week/2026-06-05'
])('an instant, a file name and an address stay unchanged: %s', (text) => {
  expect(replaceDays(text)).toBe(text)
})

test('only sentence fields of an answer are changed, at any depth', () => {
  const answer = {
    entries: [{ payment_date: '2026-06-05', reason: 'No payment since 2026-05-01.' }],
    content: 'Paid on 2026-06-05.',
    stopped: null
  }
  expect(withMonthDayYear(answer)).toEqual({
    entries: [{ payment_date: '2026-06-05', reason: 'No payment since 05/01/2026.' }],
    content: 'Paid on 2026-06-05.',
    stopped: null
  })
})
