// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { plainFormat } from '../markup/text-spans.ts'
import { readClipboard } from './clipboard.ts'
import { refusalOf } from './tools/upload-image.ts'

function clipboard(html: string, text: string, files: File[] = []): DataTransfer {
  const kept: Record<string, string> = { 'text/html': html, 'text/plain': text }
  return { getData: (type: string) => kept[type] ?? '', files } as unknown as DataTransfer
}

test('a piece of a line goes into the line, with the format that its styles give', () => {
  const html =
    '<b style="font-weight:normal"><span style="font-weight:700;color:red">a</span><span> b</span></b>'
  expect(readClipboard(clipboard(html, 'a b'))).toEqual({
    kind: 'inline',
    spans: [
      { text: 'a', format: { ...plainFormat, bold: true } },
      { text: ' b', format: plainFormat }
    ]
  })
})

test('an empty line of plain text begins a paragraph, any other a new line', () => {
  expect(readClipboard(clipboard('', 'one\r\ntwo < 3\n\nfour'))).toEqual({
    kind: 'blocks',
    blocks: [
      { kind: 'paragraph', text: 'one<br>two &lt; 3', align: null },
      { kind: 'paragraph', text: 'four', align: null }
    ]
  })
})

test('a picture is taken as a picture, but not the picture of a text', () => {
  const picture = new File(['x'], 'a.png', { type: 'image/png' })
  expect(readClipboard(clipboard('', '', [picture]))).toEqual({ kind: 'pictures', files: [picture] })
  expect(readClipboard(clipboard('<p>text</p>', 'text', [picture]))).toMatchObject({ kind: 'inline' })
})

test('pictures of other kinds, and those over 10 MB, are refused before they are sent', () => {
  expect(refusalOf({ type: 'image/gif', size: 9 })).toMatch(/PNG, JPEG, WebP and AVIF/)
  expect(refusalOf({ type: 'image/png', size: 10 * 1024 * 1024 + 1 })).toMatch(/10 MB/)
  expect(refusalOf({ type: 'image/png', size: 10 * 1024 * 1024 })).toBeNull()
})
