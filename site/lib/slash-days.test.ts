import { expect, test } from 'vitest'
import { slashDays, withSlashedDays } from './slash-days.ts'

test.each([
  ['The ex-date 2026-06-05 of MSTY is a Friday.', 'The ex-date 06/05/2026 of MSTY is a Friday.'],
  ['Nothing since 8 July 2026; asked on 12 May 2026.', 'Nothing since 07/08/2026; asked on 05/12/2026.'],
  ['record 1 (DISO, 2021-06-04)', 'record 1 (DISO, 06/04/2021)']
])('the days of a sentence are written as those of the tables: %s', (sentence, shown) => {
  expect(slashDays(sentence)).toBe(shown)
})

test.each([
  'At 2026-06-05T10:00:00Z it was 3 in all.',
  'Kept as before-2026-06-05.sqlite',
  '/week/2026-06-05'
])('an instant, a file and an address stay as they are: %s', (text) => {
  expect(slashDays(text)).toBe(text)
})

test('only sentences are changed in an answer, wherever they are', () => {
  const answer = {
    entries: [{ payment_date: '2026-06-05', reason: 'No payment since 2026-05-01.' }],
    content: 'Paid on 2026-06-05.',
    stopped: null
  }
  expect(withSlashedDays(answer)).toEqual({
    entries: [{ payment_date: '2026-06-05', reason: 'No payment since 05/01/2026.' }],
    content: 'Paid on 2026-06-05.',
    stopped: null
  })
})
