import { writeInline } from '../markup/inline-html.ts'
import {
  formatSpans,
  formatWithin,
  plainFormat,
  replaceSpans,
  type TextFormat,
  type TextSpan,
  textLength
} from '../markup/text-spans.ts'
import { select, spansIn, type TextSelection } from './text-selection.ts'

const toggledFormats = ['bold', 'italic', 'underline'] as const
export type ToggledFormat = (typeof toggledFormats)[number]

/** How the selected text looks; for a caret, how what is typed next will look. */
export function formatAt(selection: TextSelection): TextFormat {
  const format = formatWithin(spansIn(selection), selection.start, selection.end)
  if (selection.start !== selection.end) return format
  // What was switched on without a selection is known to the browser alone.
  const typed = toggledFormats.map((name) => [name, document.queryCommandState(name)])
  return { ...format, ...Object.fromEntries(typed) }
}

/** Switches a format on or off; without a selection, for what is typed next. */
export function toggleFormat(selection: TextSelection, name: ToggledFormat): void {
  if (selection.start === selection.end) document.execCommand(name)
  else applyFormat(selection, { [name]: !formatAt(selection)[name] })
}

/** Formats what is selected; without a selection the word at the caret. */
export function applyFormat(selection: TextSelection, format: Partial<TextFormat>): void {
  const spans = spansIn(selection)
  const { start, end } = selection.start === selection.end ? wordOrLinkAt(spans, selection.start) : selection
  rewrite(selection, formatSpans(spans, start, end, format), start, end)
}

/** Removes every format but links; without a selection from the whole text. */
export function clearFormat(selection: TextSelection): void {
  const spans = spansIn(selection)
  const isCaret = selection.start === selection.end
  const { href: _kept, ...cleared } = plainFormat
  const [start, end] = isCaret ? [0, textLength(spans)] : [selection.start, selection.end]
  rewrite(selection, formatSpans(spans, start, end, cleared), selection.start, selection.end)
}

/** Replaces what is selected and leaves the caret behind it. */
export function insertSpans(selection: TextSelection, inserted: TextSpan[]): void {
  const spans = replaceSpans(spansIn(selection), selection.start, selection.end, inserted)
  const end = selection.start + textLength(inserted)
  rewrite(selection, spans, end, end)
}

/** The link around a caret as a whole, else the word. */
export function wordOrLinkAt(spans: TextSpan[], caret: number): { start: number; end: number } {
  let start = 0
  for (const { text, format } of spans) {
    const end = start + text.length
    if (format.href !== null && start < caret && caret <= end) return { start, end }
    start = end
  }
  const text = spans.map((span) => span.text).join('')
  const before = /[\p{L}\p{N}'’-]*$/u.exec(text.slice(0, caret))?.[0].length ?? 0
  const after = /^[\p{L}\p{N}'’-]*/u.exec(text.slice(caret))?.[0].length ?? 0
  return { start: caret - before, end: caret + after }
}

function rewrite({ editable }: TextSelection, spans: TextSpan[], start: number, end: number): void {
  editable.innerHTML = writeInline(spans)
  select({ editable, start, end })
}
