import { expect, test } from 'vitest'
import { markHeadings } from './post-text.ts'

// Searching from the start for each heading would take minutes.
test('fifty thousand equal headings are numbered in one pass', { timeout: 60_000 }, () => {
  const { content, contents } = markHeadings('<h2>Fees &amp; tax</h2>'.repeat(50_000))
  expect(content.endsWith('<h2 id="part-fees-tax-50000">Fees &amp; tax</h2>')).toBe(true)
  expect(contents.at(-1)).toEqual({ id: 'part-fees-tax-50000', text: 'Fees & tax', level: 2 })
})
