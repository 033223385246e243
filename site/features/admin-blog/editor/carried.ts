import type { Block } from '../markup/blocks.ts'
import { fromHtml } from '../markup/from-html.ts'
import { escapeText, pastedStyle, readInline } from '../markup/inline-html.ts'
import type { Run } from '../markup/runs.ts'

/** What a clipboard brings: pictures, a piece of a line, or blocks of their own. */
export type Carried =
  | { kind: 'pictures'; files: File[] }
  | { kind: 'inline'; runs: Run[] }
  | { kind: 'blocks'; blocks: Block[] }

export function readCarried(carried: DataTransfer): Carried | null {
  const html = carried.getData('text/html')
  const text = carried.getData('text/plain')
  const files = [...carried.files].filter(({ type }) => type.startsWith('image/'))
  // Office programs put a picture of the text beside the text.
  if (files.length > 0 && text === '') return { kind: 'pictures', files }
  const blocks = fromHtml(html === '' ? paragraphsOf(text) : withoutStyles(html))
  const [only, ...others] = blocks
  if (only === undefined) return null
  return others.length === 0 && only.kind === 'paragraph' && only.align === null
    ? { kind: 'inline', runs: runsOf(only.text) }
    : { kind: 'blocks', blocks }
}

export function runsOf(inlineHtml: string): Run[] {
  const template = document.createElement('template')
  template.innerHTML = inlineHtml
  return readInline(template.content.childNodes)
}

/** The policy of the page minds a style attribute even in a document that is only read. */
function withoutStyles(html: string): string {
  return html.replaceAll(/<[a-z][^>]*>/gi, (tag) => tag.replaceAll(/\sstyle\s*=/gi, ` ${pastedStyle}=`))
}

/** An empty line begins a paragraph, any other a new line. */
function paragraphsOf(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${escapeText(paragraph).replaceAll('\n', '<br>')}</p>`)
    .join('')
}
