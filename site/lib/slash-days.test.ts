import { expect, test } from 'vitest'
import { slashDays } from './slash-days.ts'

test.each([
  ['The ex-date 2026-06-05 of MSTY is a Friday.', 'The ex-date 06/05/2026 of MSTY is a Friday.'],
  ['Nothing since 8 July 2026; asked on 12 May 2026.', 'Nothing since 07/08/2026; asked on 05/12/2026.'],
  ['At 2026-06-05T10:00:00Z it was 3 in all.', 'At 2026-06-05T10:00:00Z it was 3 in all.']
])('the days of a sentence are written as those of the tables: %s', (sentence, shown) => {
  expect(slashDays(sentence)).toBe(shown)
})
