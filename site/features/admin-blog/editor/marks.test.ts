// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { plain } from '../markup/runs.ts'
import { clearMarks, insertRuns, setMarks } from './marks.ts'
import { type Place, selectedPlace } from './place.ts'

afterEach(() => document.body.replaceChildren())

function textOf(html: string, start: number, end = start): Place {
  const editable = document.createElement('div')
  editable.contentEditable = 'true'
  editable.setAttribute('contenteditable', 'true')
  editable.tabIndex = 0
  editable.innerHTML = html
  document.body.append(editable)
  return { editable, start, end }
}

test('a colour over a stretch that is bold in part', () => {
  const place = textOf('set <b>all</b> sail', 2, 7)
  setMarks(place, { ink: 'ink-red' })
  expect(place.editable.innerHTML).toBe('se<span class="ink-red">t <b>all</b></span> sail')
})

test('what was selected is selected still', () => {
  const place = textOf('one<br>two <i>three</i>', 2, 6)
  setMarks(place, { bold: true })
  expect(selectedPlace(document.body)).toMatchObject({ start: 2, end: 6 })
})

test('taking a colour from the middle leaves it on both sides', () => {
  const place = textOf('<span class="ink-sea">abc</span>', 1, 2)
  setMarks(place, { ink: null })
  expect(place.editable.innerHTML).toBe('<span class="ink-sea">a</span>b<span class="ink-sea">c</span>')
})

test('without a selection a mark goes to the word, and to a link as a whole', () => {
  const word = textOf('heave ho now', 7)
  setMarks(word, { code: true })
  expect(word.editable.innerHTML).toBe('heave <code>ho</code> now')
  const link = textOf('see <a href="/learn">the guide</a>.', 6)
  setMarks(link, { href: '/blog' })
  expect(link.editable.innerHTML).toBe('see <a href="/blog">the guide</a>.')
})

test('clearing keeps links', () => {
  const place = textOf('<b>a</b> <a href="/learn"><u>b</u></a>', 0)
  clearMarks(place)
  expect(place.editable.innerHTML).toBe('a <a href="/learn">b</a>')
})

test('text is put in the place of what was selected', () => {
  const place = textOf('a <i>long</i> way', 2, 6)
  insertRuns(place, [{ text: 'short', marks: plain }])
  expect(place.editable.innerHTML).toBe('a short way')
})
