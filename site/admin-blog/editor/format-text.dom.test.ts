import { afterEach, expect, test } from 'vitest'
import { lettersOf, plainFormat } from '../markup/inline-html.ts'
import { applyFormat, clearFormat, insertLetters } from './format-text.ts'
import { readSelection, type TextSelection } from './text-selection.ts'

afterEach(() => document.body.replaceChildren())

function textOf(html: string, start: number, end = start): TextSelection {
  const editable = document.createElement('div')
  editable.contentEditable = 'true'
  editable.setAttribute('contenteditable', 'true')
  editable.tabIndex = 0
  editable.innerHTML = html
  document.body.append(editable)
  return { editable, start, end }
}

test('colored text keeps its bold part', () => {
  const selection = textOf('set <b>all</b> sail', 2, 7)
  applyFormat(selection, { ink: 'ink-red' })
  expect(selection.editable.innerHTML).toBe('se<span class="ink-red">t <b>all</b></span> sail')
})

test('formatted text stays selected', () => {
  const selection = textOf('one<br>two <i>three</i>', 2, 6)
  applyFormat(selection, { bold: true })
  expect(readSelection(document.body)).toMatchObject({ start: 2, end: 6 })
})

test('removing a color from the middle keeps it on both sides', () => {
  const selection = textOf('<span class="ink-sea">abc</span>', 1, 2)
  applyFormat(selection, { ink: null })
  expect(selection.editable.innerHTML).toBe('<span class="ink-sea">a</span>b<span class="ink-sea">c</span>')
})

test('without a selection a format applies to the word or link at the caret', () => {
  const word = textOf('heave ho now', 7)
  applyFormat(word, { code: true })
  expect(word.editable.innerHTML).toBe('heave <code>ho</code> now')
  const link = textOf('see <a href="/learn">the guide</a>.', 6)
  applyFormat(link, { href: '/blog' })
  expect(link.editable.innerHTML).toBe('see <a href="/blog">the guide</a>.')
})

test('clearing the format keeps links', () => {
  const selection = textOf('<b>a</b> <a href="/learn"><u>b</u></a>', 0)
  clearFormat(selection)
  expect(selection.editable.innerHTML).toBe('a <a href="/learn">b</a>')
})

test('inserted text replaces the selected text', () => {
  const selection = textOf('a <i>long</i> way', 2, 6)
  insertLetters(selection, lettersOf('short', plainFormat))
  expect(selection.editable.innerHTML).toBe('a short way')
})
