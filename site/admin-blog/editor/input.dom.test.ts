import { expect, test } from 'vitest'
import { lettersOf, plainFormat } from '../markup/inline-html.ts'
import { readClipboard } from './input.ts'
import { commandOfKey } from './keys.ts'
import { refusalOf } from './tools/upload-image.ts'

function clipboard(html: string, text: string, files: File[] = []): DataTransfer {
  const data: Record<string, string> = { 'text/html': html, 'text/plain': text }
  return { getData: (type: string) => data[type] ?? '', files } as unknown as DataTransfer
}

test('inline content is pasted inline, with formats from its styles', () => {
  const html =
    '<b style="font-weight:normal"><span style="font-weight:700;color:red">a</span><span> b</span></b>'
  expect(readClipboard(clipboard(html, 'a b'))).toEqual({
    kind: 'inline',
    letters: [...lettersOf('a', { ...plainFormat, bold: true }), ...lettersOf(' b', plainFormat)]
  })
})

test('an empty line of plain text starts a paragraph, any other line break a new line', () => {
  expect(readClipboard(clipboard('', 'one\r\ntwo < 3\n\nfour'))).toEqual({
    kind: 'blocks',
    blocks: [
      { type: 'paragraph', data: { text: 'one<br>two &lt; 3' } },
      { type: 'paragraph', data: { text: 'four' } }
    ]
  })
})

test('a pasted picture is inserted, unless it comes with text', () => {
  const picture = new File(['x'], 'a.png', { type: 'image/png' })
  expect(readClipboard(clipboard('', '', [picture]))).toEqual({ kind: 'pictures', files: [picture] })
  expect(readClipboard(clipboard('<p>text</p>', 'text', [picture]))).toMatchObject({ kind: 'inline' })
})

test('pictures of other types or over 10 MB are rejected before the upload', () => {
  expect(refusalOf({ type: 'image/gif', size: 9 })).toMatch(/PNG, JPEG, WebP and AVIF/)
  expect(refusalOf({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toMatch(/10 MB/)
  expect(refusalOf({ type: 'image/png', size: 10 * 1024 * 1024 })).toBeNull()
})

const bare = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }

test('Ctrl and Cmd do the same', () => {
  expect(commandOfKey({ ...bare, key: 'b', ctrlKey: true })).toBe('bold')
  expect(commandOfKey({ ...bare, key: 'b', metaKey: true })).toBe('bold')
})

test('Ctrl + Shift + Z and Ctrl + Y are redo', () => {
  expect(commandOfKey({ ...bare, key: 'z', ctrlKey: true })).toBe('undo')
  expect(commandOfKey({ ...bare, key: 'Z', ctrlKey: true, shiftKey: true })).toBe('redo')
  expect(commandOfKey({ ...bare, key: 'y', ctrlKey: true })).toBe('redo')
})

test('plain letters and letters typed with AltGr are text', () => {
  expect(commandOfKey({ ...bare, key: 'b' })).toBeNull()
  expect(commandOfKey({ ...bare, key: '\\', ctrlKey: true, altKey: true })).toBeNull()
})
