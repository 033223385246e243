import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toHtml } from './to-html.ts'
import { generatedBlocks } from '../../testing/generated-blocks.ts'
import { markHeadings } from '../../../admin-api/blog/content/headings.ts'
import { sanitiseContent } from '../../../admin-api/blog/content/sanitise-content.ts'

test('nothing that the editor can write is lost when it is stored', () => {
  fc.assert(
    fc.property(generatedBlocks, (blocks) => {
      const html = toHtml(blocks)
      const stored = sanitiseContent(html)
      expect(stored.replaceAll(' rel="noopener"', '').replaceAll(' loading="lazy"', '')).toBe(html)
    }),
    { numRuns: 300, seed: 17 }
  )
})

test('the page of a post shows what is stored, with ids on its headings and nothing else changed', () => {
  fc.assert(
    fc.property(generatedBlocks, (blocks) => {
      const stored = sanitiseContent(toHtml(blocks))
      expect(markHeadings(stored).content.replaceAll(/(?<=<h[23]) id="[^"]*"/g, '')).toBe(stored)
    }),
    { numRuns: 300, seed: 17 }
  )
})
