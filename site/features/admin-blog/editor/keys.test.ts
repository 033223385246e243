import { expect, test } from 'vitest'
import { actOfKey } from './keys.ts'

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('Ctrl and Cmd do the same', () => {
  expect(actOfKey({ ...bare, key: 'b', ctrlKey: true })).toBe('bold')
  expect(actOfKey({ ...bare, key: 'b', metaKey: true })).toBe('bold')
})

test('Shift makes a redo of an undo, and Ctrl + Y is one too', () => {
  expect(actOfKey({ ...bare, key: 'z', ctrlKey: true })).toBe('undo')
  expect(actOfKey({ ...bare, key: 'Z', ctrlKey: true, shiftKey: true })).toBe('redo')
  expect(actOfKey({ ...bare, key: 'y', ctrlKey: true })).toBe('redo')
})

test('letters alone, and those typed with AltGr, are text', () => {
  expect(actOfKey({ ...bare, key: 'b' })).toBeNull()
  expect(actOfKey({ ...bare, key: '\\', ctrlKey: true, altKey: true })).toBeNull()
})
