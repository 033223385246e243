import { expect, test } from 'vitest'
import { countWords, isBlank, markHeadings, readingMinutes, toPlainText } from './post-text.ts'

const words = (count: number) => `<p>${'word '.repeat(count)}</p>`

test('every h2 and h3 gets an id made from its text and keeps its class', () => {
  const html =
    '<h2>What it is</h2><h3 class="align-center">A &amp; <b>B</b></h3><h2>What it is</h2><h4>no</h4><h2>船</h2>'
  expect(markHeadings(html).content).toBe(
    '<h2 id="part-what-it-is">What it is</h2><h3 id="part-a-b" class="align-center">A &amp; <b>B</b></h3>' +
      '<h2 id="part-what-it-is-2">What it is</h2><h4>no</h4><h2 id="part-x">船</h2>'
  )
})

test('a long post lists its headings in order', () => {
  const { contents } = markHeadings(
    `<h2>One &lt;1&gt;</h2>${words(300)}<h3>Two</h3>${words(300)}<h2>Three</h2>`
  )
  expect(contents).toEqual([
    { id: 'part-one-1', text: 'One <1>', level: 2 },
    { id: 'part-two', text: 'Two', level: 3 },
    { id: 'part-three', text: 'Three', level: 2 }
  ])
})

test('a short post and one with two headings list none', () => {
  expect(markHeadings(`<h2>1</h2><h2>2</h2><h2>3</h2>${words(500)}`).contents).toEqual([])
  expect(markHeadings(`<h2>1</h2><h2>2</h2>${words(900)}`).contents).toEqual([])
})

test('an id that another heading would get by counting is skipped', () => {
  const ids = [...markHeadings('<h2>A 2</h2><h2>A</h2><h2>A</h2>').content.matchAll(/id="([^"]+)"/g)]
  expect(ids.map((match) => match[1])).toEqual(['part-a-2', 'part-a', 'part-a-3'])
})

test('only headings change', () => {
  const rest =
    '<p class="align-right">1 &lt; 2 &amp;amp; "3" &gt; \u00a0</p><figure><img src="/a.webp" alt=""></figure><hr>' +
    '<pre><code>&lt;h2&gt;a&lt;/h2&gt;\n</code></pre><p><a href="/?a=1&amp;b=&quot;">x<br>y</a></p>'
  expect(markHeadings(`${rest}<h2>A</h2>${rest}`).content).toBe(`${rest}<h2 id="part-a">A</h2>${rest}`)
})

test("blocks separate words, bold letters don't, and entities are decoded", () => {
  expect(toPlainText('<p>one</p><p>t<b>w</b>o &amp;lt;<br>3</p>')).toBe('one two &lt; 3')
  expect(countWords('<ul><li>a</li><li>b c</li></ul><hr>')).toBe(3)
})

test('220 words are one minute, the minimum', () => {
  expect([0, 220, 329, 331, 2200].map((count) => readingMinutes(words(count)))).toEqual([1, 1, 1, 2, 10])
})

test('spaces and empty blocks are blank, a picture is not', () => {
  expect(isBlank('<p> \u00a0</p><p><br></p><hr>')).toBe(true)
  expect(isBlank('<figure><img src="/a.png" alt="" loading="lazy"></figure>')).toBe(false)
})
