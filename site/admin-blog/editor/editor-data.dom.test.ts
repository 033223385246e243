import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatedBlock } from '../../testing/generated-blocks.ts'
import { fromEditorData, toEditorData } from './editor-data.ts'

test('a block survives the round trip through editor data', () => {
  fc.assert(
    fc.property(generatedBlock, (block) => {
      expect(fromEditorData(toEditorData(block))).toEqual(block)
    })
  )
})

test('a pasted checklist becomes a plain list', () => {
  const checklist = {
    style: 'checklist',
    meta: {},
    items: [{ content: 'reef', meta: { checked: true }, items: [] }]
  }
  expect(fromEditorData({ type: 'list', data: checklist })).toEqual({
    kind: 'list',
    style: 'unordered',
    items: [{ text: 'reef', items: [] }]
  })
})

test('a block that the editor could not render is not part of the post', () => {
  expect(fromEditorData({ type: 'stub', data: {} })).toBeNull()
})
