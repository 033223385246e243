import type { Block } from '../markup/blocks.ts'
import { fromHtml } from '../markup/from-html.ts'
import { escapeText, readInline } from '../markup/inline-html.ts'
import type { TextSpan } from '../markup/text-spans.ts'

/** What a clipboard holds: pictures, a piece of a line, or whole blocks. */
type ClipboardContent =
  | { kind: 'pictures'; files: File[] }
  | { kind: 'inline'; spans: TextSpan[] }
  | { kind: 'blocks'; blocks: Block[] }

export function readClipboard(clipboard: DataTransfer): ClipboardContent | null {
  const html = clipboard.getData('text/html')
  const text = clipboard.getData('text/plain')
  const files = [...clipboard.files].filter(({ type }) => type.startsWith('image/'))
  // Office programs put a picture of the text beside the text.
  if (files.length > 0 && text === '') return { kind: 'pictures', files }
  const blocks = fromHtml(html === '' ? toParagraphs(text) : html)
  const [only, ...others] = blocks
  if (only === undefined) return null
  return others.length === 0 && only.kind === 'paragraph' && only.align === null
    ? { kind: 'inline', spans: toSpans(only.text) }
    : { kind: 'blocks', blocks }
}

function toSpans(inlineHtml: string): TextSpan[] {
  const template = document.createElement('template')
  template.innerHTML = inlineHtml
  return readInline(template.content.childNodes)
}

/** An empty line begins a paragraph, any other a new line. */
function toParagraphs(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')
}
