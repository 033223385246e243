import { expect, test } from 'vitest'
import { commandOfKey } from './keys.ts'

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('Ctrl and Cmd do the same', () => {
  expect(commandOfKey({ ...bare, key: 'b', ctrlKey: true })).toBe('bold')
  expect(commandOfKey({ ...bare, key: 'b', metaKey: true })).toBe('bold')
})

test('Shift makes a redo of an undo, and Ctrl + Y is one too', () => {
  expect(commandOfKey({ ...bare, key: 'z', ctrlKey: true })).toBe('undo')
  expect(commandOfKey({ ...bare, key: 'Z', ctrlKey: true, shiftKey: true })).toBe('redo')
  expect(commandOfKey({ ...bare, key: 'y', ctrlKey: true })).toBe('redo')
})

test('letters alone, and those typed with AltGr, are text', () => {
  expect(commandOfKey({ ...bare, key: 'b' })).toBeNull()
  expect(commandOfKey({ ...bare, key: '\\', ctrlKey: true, altKey: true })).toBeNull()
})
