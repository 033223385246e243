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

/** Returns the format of the selected text, or at a caret the format of text typed next. */
export function formatAt(selection: TextSelection): TextFormat {
  const format = formatWithin(spansIn(selection), selection.start, selection.end)
  if (selection.start !== selection.end) return format
  // Formats toggled without a selection are only known to the browser.
  const typed = toggledFormats.map((name) => [name, document.queryCommandState(name)])
  return { ...format, ...Object.fromEntries(typed) }
}

/** Toggles a format of the selected text, or at a caret the format of text typed next. */
export function toggleFormat(selection: TextSelection, name: ToggledFormat): void {
  if (selection.start === selection.end) document.execCommand(name)
  else applyFormat(selection, { [name]: !formatAt(selection)[name] })
}

/** Formats the selected text, or at a caret the link or word around it. */
export function applyFormat(selection: TextSelection, format: Partial<TextFormat>): void {
  const spans = spansIn(selection)
  const { start, end } = selection.start === selection.end ? wordOrLinkAt(spans, selection.start) : selection
  rewrite(selection, formatSpans(spans, start, end, format), start, end)
}

/** Removes all formats except links from the selected text, or at a caret from the complete text. */
export function clearFormat(selection: TextSelection): void {
  const spans = spansIn(selection)
  const isCaret = selection.start === selection.end
  const { href: _href, ...cleared } = plainFormat
  const [start, end] = isCaret ? [0, textLength(spans)] : [selection.start, selection.end]
  rewrite(selection, formatSpans(spans, start, end, cleared), selection.start, selection.end)
}

/** Replaces the selected text and moves the caret after the new text. */
export function insertSpans(selection: TextSelection, inserted: TextSpan[]): void {
  const spans = replaceSpans(spansIn(selection), selection.start, selection.end, inserted)
  const end = selection.start + textLength(inserted)
  rewrite(selection, spans, end, end)
}

/** Range of the link around a caret, or else of the word. */
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
