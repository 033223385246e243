import { expect, test } from 'vitest'
import type { Block } from '../markup/blocks.ts'
import { convertBlock } from './block-commands.ts'

const list: Block = {
  type: 'list',
  data: {
    style: 'unordered',
    meta: {},
    items: [
      { content: '<b>one</b>', meta: {}, items: [{ content: 'under', meta: {}, items: [] }] },
      { content: 'two', meta: {}, items: [] }
    ]
  }
}

test('a paragraph becomes a heading and keeps its formatting and its alignment', () => {
  const tunes = { align: { align: 'align-center' } } as const
  const paragraph: Block = { type: 'paragraph', data: { text: 'Set <i>sail</i>' }, tunes }
  expect(convertBlock(paragraph, 'heading-3')).toEqual([
    { type: 'heading', data: { level: 3, text: 'Set <i>sail</i>' }, tunes }
  ])
})

test('each list item, including nested ones, becomes a paragraph', () => {
  expect(convertBlock(list, 'paragraph')).toEqual([
    { type: 'paragraph', data: { text: '<b>one</b>' } },
    { type: 'paragraph', data: { text: 'under' } },
    { type: 'paragraph', data: { text: 'two' } }
  ])
})

test('a list with a new style keeps its levels', () => {
  expect(convertBlock(list, 'numbers')).toEqual([{ type: 'list', data: { ...list.data, style: 'ordered' } }])
})

test('code has no formatting, and its lines become list items', () => {
  expect(convertBlock(list, 'code')).toEqual([{ type: 'code', data: { code: 'one\nunder\ntwo' } }])
  const code: Block = { type: 'code', data: { code: 'a < b\nc' } }
  expect(convertBlock(code, 'numbers')).toMatchObject([
    { data: { items: [{ content: 'a &lt; b' }, { content: 'c' }] } }
  ])
})

test('the source of a quote is kept', () => {
  const quote: Block = { type: 'quote', data: { text: 'Ahoy', caption: 'Flint' } }
  expect(convertBlock(quote, 'paragraph')).toHaveLength(2)
})

test('a block without text is unchanged', () => {
  const divider: Block = { type: 'divider', data: {} }
  expect(convertBlock(divider, 'quote')).toEqual([divider])
})
