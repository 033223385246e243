// @vitest-environment jsdom
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { generatedBlock } from '../../testing/generated-blocks.ts'
import { fromEditorData, toEditorData } from './editor-data.ts'

test('the editor is given all of a block and gives all of it back', () => {
  fc.assert(
    fc.property(generatedBlock, (block) => {
      expect(fromEditorData(toEditorData(block))).toEqual(block)
    })
  )
})

test('a checklist from elsewhere is read as plain points', () => {
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

test('a block the editor could not draw is no part of the post', () => {
  expect(fromEditorData({ type: 'stub', data: {} })).toBeNull()
})
