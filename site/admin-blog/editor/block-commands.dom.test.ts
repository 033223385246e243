import { expect, test } from 'vitest'
import type { Block } from '../markup/blocks.ts'
import { convertBlock } from './block-commands.ts'

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
  expect(convertBlock(paragraph, { kind: 'heading', level: 3 })).toEqual([
    { kind: 'heading', level: 3, text: 'Set <i>sail</i>', align: 'align-center' }
  ])
})

test('each list item, including nested ones, becomes a paragraph', () => {
  expect(convertBlock(list, { kind: 'paragraph' }).map((block) => 'text' in block && block.text)).toEqual([
    '<b>one</b>',
    'under',
    'two'
  ])
})

test('a list with a new style keeps its levels', () => {
  expect(convertBlock(list, { kind: 'list', style: 'ordered' })).toEqual([{ ...list, style: 'ordered' }])
})

test('code has no formatting, and its lines become list items', () => {
  expect(convertBlock(list, { kind: 'code' })).toEqual([{ kind: 'code', code: 'one\nunder\ntwo' }])
  const code: Block = { kind: 'code', code: 'a < b\nc' }
  expect(convertBlock(code, { kind: 'list', style: 'ordered' })).toMatchObject([
    { items: [{ text: 'a &lt; b' }, { text: 'c' }] }
  ])
})

test('the source of a quote is kept', () => {
  const quote: Block = { kind: 'quote', text: 'Ahoy', source: 'Flint', align: null }
  expect(convertBlock(quote, { kind: 'paragraph' })).toHaveLength(2)
})

test('a block without text is unchanged', () => {
  const divider: Block = { kind: 'divider' }
  expect(convertBlock(divider, { kind: 'quote' })).toEqual([divider])
})
