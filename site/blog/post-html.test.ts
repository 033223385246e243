import { expect, test } from 'vitest'
import { hasRoomForInitial, withAbsoluteUrls, withScrollFrames } from './post-html.ts'

test('each table is in a scroll frame that can be focused', () => {
  const html = withScrollFrames('<table><tbody></tbody></table><p>x</p><table><tbody></tbody></table>')
  expect(html.match(/role="region" aria-label="Table [12]" tabindex="0"><table>/g)).toHaveLength(2)
  expect(html.match(/<\/table><\/div>/g)).toHaveLength(2)
})

test('a table mentioned in text is left alone', () => {
  const html = '<pre><code>&lt;table&gt;</code></pre>'
  expect(withScrollFrames(html)).toBe('<pre tabindex="0"><code>&lt;table&gt;</code></pre>')
})

test('paths and fragments become absolute URLs, other hosts and text stay', () => {
  const html =
    '<p><a href="/msty">a</a> <a href="#top">b</a> <a href="https://x.example/">c</a> href="/not"</p><img src="/blog-images/1.webp" alt="">'
  expect(withAbsoluteUrls(html, 'https://d.example', '/blog/one')).toBe(
    '<p><a href="https://d.example/msty">a</a> <a href="https://d.example/blog/one#top">b</a> ' +
      '<a href="https://x.example/">c</a> href="/not"</p><img src="https://d.example/blog-images/1.webp" alt="">'
  )
})

test('everything else stays as written', () => {
  const html =
    '<p class="align-right">1 &lt; 2 &amp;amp; "3" &gt; \u00a0</p><figure><img src="https://x.example/a.webp" alt=""></figure>' +
    '<hr><p><a href="https://x.example/?a=1&amp;b=&quot;">x<br>y</a></p>'
  expect(withScrollFrames(html)).toBe(html)
  expect(withAbsoluteUrls(html, 'https://d.example', '/blog/one')).toBe(html)
})

const lines = 'as a sentence of some length goes on '.repeat(6)

test.each([
  [`<p>A word ${lines}</p>`, true],
  ['<p>A word</p><p>and another</p>', false],
  [`<p>A word</p><p>${lines}</p>`, false],
  [`<p>52 weeks ${lines}</p>`, false],
  [`<p class="align-center">A word ${lines}</p>`, false],
  [`<h2>A word ${lines}</h2>`, false],
  [`<p><strong>A</strong> word ${lines}</p>`, false]
])('%s has room for an initial: %s', (html, hasRoom) => {
  expect(hasRoomForInitial(html)).toBe(hasRoom)
})
