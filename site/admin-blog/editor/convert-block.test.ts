import { expect, test } from 'vitest'
import type { Block } from '../markup/blocks.ts'
import { convertBlock } from './convert-block.ts'

const unmarked = (html: string) => html.replaceAll(/<[^>]+>/g, '')
const list: Block = {
  kind: 'list',
  style: 'unordered',
  items: [
    { text: '<b>one</b>', items: [{ text: 'under', items: [] }] },
    { text: 'two', items: [] }
  ]
}

test('a paragraph becomes a heading and keeps its formatting and its alignment', () => {
  const paragraph: Block = { kind: 'paragraph', text: 'Set <i>sail</i>', align: 'align-center' }
  expect(convertBlock(paragraph, { kind: 'heading', level: 3 }, unmarked)).toEqual([
    { kind: 'heading', level: 3, text: 'Set <i>sail</i>', align: 'align-center' }
  ])
})

test('a list becomes a paragraph for each of its points, inner ones too', () => {
  expect(
    convertBlock(list, { kind: 'paragraph' }, unmarked).map((block) => 'text' in block && block.text)
  ).toEqual(['<b>one</b>', 'under', 'two'])
})

test('a list of another style keeps its levels', () => {
  expect(convertBlock(list, { kind: 'list', style: 'ordered' }, unmarked)).toEqual([
    { ...list, style: 'ordered' }
  ])
})

test('code is text without format, and its lines become points', () => {
  expect(convertBlock(list, { kind: 'code' }, unmarked)).toEqual([{ kind: 'code', code: 'one\nunder\ntwo' }])
  const code: Block = { kind: 'code', code: 'a < b\nc' }
  expect(convertBlock(code, { kind: 'list', style: 'ordered' }, unmarked)).toMatchObject([
    { items: [{ text: 'a &lt; b' }, { text: 'c' }] }
  ])
})

test('the source of a quote is not lost', () => {
  const quote: Block = { kind: 'quote', text: 'Ahoy', source: 'Flint', align: null }
  expect(convertBlock(quote, { kind: 'paragraph' }, unmarked)).toHaveLength(2)
})

test('a picture stays a picture', () => {
  const divider: Block = { kind: 'divider' }
  expect(convertBlock(divider, { kind: 'quote' }, unmarked)).toEqual([divider])
})
