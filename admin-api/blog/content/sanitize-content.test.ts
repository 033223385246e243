import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { expect, test } from 'vitest'
import { blockTags, inlineTags } from '../../contract/blog-markup.ts'
import { xssCorpus } from '../../testing/xss-corpus.ts'
import { sanitizeContent } from './sanitize-content.ts'

const everything = [
  '<h2>Heading</h2><h3 class="align-center">Smaller</h3><h4 class="align-right">Smallest</h4>',
  '<p>Plain, <b>b</b> <strong>strong</strong> <i>i</i> <em>em</em> <u>u</u> <code>a &lt; b &amp;&amp; c</code><br>',
  '<span class="ink-red">red</span> <span class="ink-gold">gold</span> <span class="ink-sea">sea</span> ',
  '<span class="ink-green">green</span></p>',
  '<p class="align-right"><a href="/msty?x=1#y">ours</a> <a href="#part">here</a> ',
  '<a href="https://fund.example/a?b=1&amp;c=(2)" rel="noopener">theirs</a> ',
  '<a href="mailto:ahoy@doubloon.example">mail</a></p>',
  '<ul><li>one<ol><li>inner</li></ol></li><li>two</li></ul>',
  '<blockquote class="align-center"><p>said</p><footer><cite>who</cite></footer></blockquote>',
  '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>',
  '<pre><code>if (a &gt; b) {\n  return "x"\n}</code></pre><hr>',
  `<figure class="align-center"><img src="/blog-images/${'0af1'.repeat(8)}.webp" alt="A &quot;chest&quot;"`,
  ' width="640" height="480" loading="lazy"><figcaption>A <i>caption</i></figcaption></figure>'
].join('')

test('everything the editor produces stays unchanged', () => {
  expect(sanitizeContent(everything)).toBe(everything)
})

test.each([
  ['an unknown class', '<p class="toast align-center">x</p>', '<p class="align-center">x</p>'],
  ['an alignment on a tag without alignments', '<td class="align-center">x</td>', '<td>x</td>'],
  ['an ink outside a span', '<p class="ink-red">x</p>', '<p>x</p>'],
  ['a style, an id, a data attribute', '<p style="color:red" id="main" data-x="1">x</p>', '<p>x</p>'],
  ['an unknown tag, but not its text', '<div><h1>x</h1><s>y</s></div>', 'xy'],
  ['a picture from another site, with its tag', '<p>x<img src="https://a.example/b.png">y</p>', '<p>xy</p>'],
  ['invalid sizes', '<img src="/a.png" width="1e9" height="-1">', '<img src="/a.png" alt="" loading="lazy">'],
  ['the target of a link, not the link', '<a href="/x" target="_top">y</a>', '<a href="/x">y</a>'],
  ['control characters, also as entities', '<p>a\u0007b&#8;c\u0000d</p>', '<p>abcd</p>'],
  ['lone surrogates', '<p>a\ud83db</p>', '<p>a\ufffdb</p>']
])('removed: %s', (_what, html, expected) => {
  expect(sanitizeContent(html)).toBe(expected)
})

const parser = new new JSDOM().window.DOMParser()
const addresses = /^(?:https?:\/\/[^/\\]|mailto:[^/:]+@|\/(?![/\\])|#)/
const pictures = /^\/[\w-]/
const attributesOf: Record<string, string[]> = {
  a: ['href', 'rel'],
  img: ['src', 'alt', 'width', 'height', 'loading']
}

test('the corpus is large', () => {
  expect(new Set(xssCorpus.map(({ html }) => html)).size).toBeGreaterThanOrEqual(100)
})

test.each(xssCorpus)('only known tags, attributes and addresses remain of $html', ({ html }) => {
  const clean = sanitizeContent(html)
  const document = parser.parseFromString(`<!doctype html><body>${clean}`, 'text/html')
  for (const element of document.body.querySelectorAll('*')) {
    const tag = element.localName
    expect([...blockTags, ...inlineTags]).toContain(tag)
    expect(element.namespaceURI).toBe('http://www.w3.org/1999/xhtml')
    for (const { name, value } of element.attributes) {
      expect([...(attributesOf[tag] ?? []), 'class']).toContain(name)
      if (name === 'href') expect(value).toMatch(addresses)
      if (name === 'src') expect(value).toMatch(pictures)
      if (name === 'class') expect(value).toMatch(/^(?:align|ink)-[a-z]+$/)
    }
  }
  expect(sanitizeContent(clean)).toBe(clean)
})

// Like the unit 'binary', which takes two seconds to prepare.
const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point))

test('sanitized content is stable under another run', () => {
  const piece = fc.oneof(
    fc.constantFrom(...xssCorpus.map(({ html }) => html)),
    fc.constantFrom(...[...blockTags, ...inlineTags].flatMap((tag) => [`<${tag}>`, `</${tag}>`, `<${tag} `])),
    fc.constantFrom(
      '<',
      '>',
      '"',
      "'",
      '&',
      '&amp;',
      '&lt;',
      '<!--',
      '-->',
      '/>',
      ' class="ink-red"',
      '=',
      '\n'
    ),
    fc.string({ unit: character, maxLength: 6 }),
    fc.string({ maxLength: 6 })
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      const clean = sanitizeContent(pieces.join(''))
      expect(sanitizeContent(clean)).toBe(clean)
    }),
    { numRuns: 1000, seed: 13 }
  )
})

test('a broken tag around a removed part leaves nothing that parses differently next time', () => {
  const clean = sanitizeContent('<p <svg><use href="#x"/></svg><p>')
  expect(sanitizeContent(clean)).toBe(clean)
})

test.each(['<', '&'])(
  'content of %s that grows too large by escaping is refused after the first run',
  (text) => {
    const message = 'The content is too large. At most 1,000,000 bytes are accepted.'
    expect(() => sanitizeContent(text.repeat(300_000))).toThrow(message)
  }
)

test.each([
  ['nested too deeply', '<b>'.repeat(300_000), 'The content is nested too deeply.'],
  ['nested in a removed tag', '<svg>'.repeat(200_000), 'The content is nested too deeply.'],
  ['with too many tags', '<br>'.repeat(200_000), 'The content has too many parts.']
])('content %s is refused', (_what, html, message) => {
  expect(() => sanitizeContent(html)).toThrow(message)
})
