import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatedBlocks } from '../../../../site/features/admin-blog/markup/generated-blocks.ts'
import { toHtml } from '../../../../site/features/admin-blog/markup/to-html.ts'
import { sanitiseContent } from './sanitise-content.ts'

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
