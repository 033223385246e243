import { expect, test } from 'vitest'
import { toEmailCopy } from './email-copy.ts'

function copyOf(content: string) {
  const post = {
    id: 4,
    title: 'Fish & <ships>',
    slug: 'fish',
    excerpt: 'One, two.',
    content,
    published: true,
    created_at: '2026-06-01T08:00:00.000Z',
    updated_at: '2026-06-01T08:00:00.000Z',
    published_at: '2026-06-01T08:00:00.000Z',
    publish_at: null,
    tags: [],
    feature_image: null,
    feature_image_alt: '',
    reading_minutes: 1
  }
  return toEmailCopy(post, 'https://doubloon.example')
}

test('links and pictures are absolute, and nothing but content is left', () => {
  const { subject, html } = copyOf(
    '<p class="align-center"><a href="/msty" rel="noopener">MSTY</a> <a href="#part-a">a</a></p><figure class="align-right"><img src="/og/general.png" alt="A &amp; B" loading="lazy" width="1200" height="630"></figure>'
  )
  expect(subject).toBe('Fish & <ships>')
  expect(html).toContain('<h1>Fish &amp; &lt;ships&gt;</h1>')
  expect(html).toContain('<a href="https://doubloon.example/msty">MSTY</a>')
  expect(html).toContain('<a href="https://doubloon.example/blog/fish#part-a">a</a>')
  expect(html).toContain(
    '<img src="https://doubloon.example/og/general.png" alt="A &amp; B" width="1200" height="630">'
  )
  expect(html).toContain('<a href="https://doubloon.example/blog/fish">Read it on the site</a>')
  expect(html).not.toMatch(/class=|loading=|rel=/)
})

test('plain text keeps paragraphs, lists, tables and addresses', () => {
  const { text } = copyOf(
    '<h2>Head</h2><p>One <b>two</b><br>three <a href="/msty">MSTY</a></p><ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><table><thead><tr><th>x</th><th>y</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>'
  )
  expect(text).toBe(
    [
      'Fish & <ships>\n\nOne, two.',
      'Head',
      'One two\nthree MSTY (https://doubloon.example/msty)',
      '- a\n  - b\n- c',
      'x | y',
      '1 | 2',
      'Read it on the site: https://doubloon.example/blog/fish'
    ].join('\n\n')
  )
})
