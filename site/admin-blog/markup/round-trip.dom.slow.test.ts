import fc from 'fast-check'
import { expect, test } from 'vitest'
import { markHeadings } from '../../../admin-api/blog/content/post-text.ts'
import { sanitizeContent } from '../../../admin-api/blog/content/sanitize-content.ts'
import { generatedBlock, generatedBlocks, generatedLetters } from '../../testing/generated-blocks.ts'
import { aligned, type Block, type ListItem } from './blocks.ts'
import { fromHtml } from './from-html.ts'
import { parseInline, writeInline } from './inline-html.ts'
import { toHtml } from './to-html.ts'

test('blocks survive the round trip through HTML', () => {
  fc.assert(
    fc.property(generatedBlocks, (blocks) => {
      expect(fromHtml(toHtml(blocks))).toEqual(blocks)
    }),
    { numRuns: 40, seed: 1 }
  )
})

test('the HTML of a post survives the round trip through blocks', () => {
  fc.assert(
    fc.property(generatedBlocks, (blocks) => {
      const html = toHtml(blocks)
      expect(toHtml(fromHtml(html))).toBe(html)
    }),
    { numRuns: 40, seed: 2 }
  )
})

// The server adds these attributes for image loading and links.
const addedByServer = / loading="lazy"| rel="noopener"/g

test('the server keeps everything that the editor writes', () => {
  fc.assert(
    fc.property(generatedBlocks, (blocks) => {
      const html = toHtml(blocks)
      expect(sanitizeContent(html).replaceAll(addedByServer, '')).toBe(html)
    }),
    { numRuns: 100, seed: 17 }
  )
})

test('the editor reads stored HTML as the blocks that it wrote', () => {
  fc.assert(
    fc.property(generatedBlocks, (blocks) => {
      expect(fromHtml(sanitizeContent(toHtml(blocks)))).toEqual(blocks)
    }),
    { numRuns: 60, seed: 3 }
  )
})

test('text keeps the format of each character', () => {
  fc.assert(
    fc.property(generatedLetters, (letters) => {
      expect(parseInline(writeInline(letters))).toEqual(letters)
    }),
    { numRuns: 100, seed: 4 }
  )
})

test('the generator makes every kind of block', () => {
  const kinds = new Set(fc.sample(generatedBlock, { numRuns: 200, seed: 7 }).map(({ type }) => type))
  expect(kinds.size).toBe(8)
})

test('each kind of block has the HTML that the pages expect', () => {
  const blocks: Block[] = [
    { type: 'heading', data: { level: 3, text: 'Ahoy <b>there</b>' }, ...aligned('align-center') },
    {
      type: 'list',
      data: { style: 'ordered', meta: {}, items: [item('one', [item('under one')])] }
    },
    { type: 'quote', data: { text: 'Dead men', caption: 'Flint' } },
    { type: 'table', data: { withHeadings: true, content: [['Fund'], ['MSTY']] } },
    { type: 'code', data: { code: 'a < b' } },
    { type: 'divider', data: {} },
    {
      type: 'image',
      data: { src: '/og.png', alt: 'A "map"', caption: 'Map', width: 2, height: 1 },
      ...aligned('align-right')
    }
  ]
  expect(toHtml(blocks).split('\n')).toEqual([
    '<h3 class="align-center">Ahoy <b>there</b></h3>',
    '<ol><li>one<ol><li>under one</li></ol></li></ol>',
    '<blockquote><p>Dead men</p><footer><cite>Flint</cite></footer></blockquote>',
    '<table><thead><tr><th>Fund</th></tr></thead><tbody><tr><td>MSTY</td></tr></tbody></table>',
    '<pre><code>a &lt; b</code></pre>',
    '<hr>',
    '<figure class="align-right"><img src="/og.png" alt="A &quot;map&quot;" width="2" height="1"><figcaption>Map</figcaption></figure>'
  ])
})

test('content pasted from another program keeps its text and loses unsupported elements', () => {
  const pasted = `<meta charset="utf-8"><div><h1>Log</h1>loose <em>text</em>
    <p>one<br>two</p><p><script>alert(1)</script><a href="javascript:alert(1)">link</a></p>
    <ul><li><p>point</p><ul><li>under it</li></ul></li><ol><li>beside it</li></ol></ul>
    <img src="https://elsewhere.example/x.png"></div>`
  expect(fromHtml(pasted)).toEqual([
    { type: 'heading', data: { level: 2, text: 'Log' } },
    { type: 'paragraph', data: { text: 'loose <i>text</i>' } },
    { type: 'paragraph', data: { text: 'one<br>two' } },
    { type: 'paragraph', data: { text: 'link' } },
    {
      type: 'list',
      data: {
        style: 'unordered',
        meta: {},
        items: [item('point', [item('under it')]), item('beside it')]
      }
    }
  ])
})

function item(content: string, items: ListItem[] = []): ListItem {
  return { content, meta: {}, items }
}

test('text that a browser has typed or another editor pasted is normalized, and a checklist is a plain list', () => {
  const checklist = { type: 'list', data: { style: 'checklist', meta: {}, items: [item('reef')] } } as unknown
  expect(
    toHtml([
      { type: 'paragraph', data: { text: '<strong>a</strong><b>b</b><font color="red">c</font>' } },
      { type: 'paragraph', data: { text: '<b></b>' } },
      checklist as Block
    ])
  ).toBe('<p><b>ab</b>c</p>\n<ul><li>reef</li></ul>')
})

test('the page of a post shows the stored content with only heading ids added', () => {
  fc.assert(
    fc.property(generatedBlocks, (blocks) => {
      const stored = sanitizeContent(toHtml(blocks))
      expect(markHeadings(stored).content.replaceAll(/(?<=<h[23]) id="[^"]*"/g, '')).toBe(stored)
    }),
    { numRuns: 100, seed: 17 }
  )
})
