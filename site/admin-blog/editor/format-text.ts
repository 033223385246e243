import {
  formatLetters,
  formatWithin,
  type Letter,
  plainFormat,
  type TextFormat,
  writeInline
} from '../markup/inline-html.ts'
import { lettersIn, select, type TextSelection } from './text-selection.ts'

const toggledFormats = ['bold', 'italic', 'underline'] as const
type ToggledFormat = (typeof toggledFormats)[number]

/** Returns the format of the selected text, or at a caret the format of text typed next. */
export function formatAt(selection: TextSelection): TextFormat {
  const format = formatWithin(lettersIn(selection), selection.start, selection.end)
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
  const letters = lettersIn(selection)
  const { start, end } =
    selection.start === selection.end ? wordOrLinkAt(letters, selection.start) : selection
  rewrite(selection, formatLetters(letters, start, end, format), start, end)
}

/** Removes all formats except links from the selected text, or at a caret from the complete text. */
export function clearFormat(selection: TextSelection): void {
  const letters = lettersIn(selection)
  const isCaret = selection.start === selection.end
  const { href: _href, ...cleared } = plainFormat
  const [start, end] = isCaret ? [0, letters.length] : [selection.start, selection.end]
  rewrite(selection, formatLetters(letters, start, end, cleared), selection.start, selection.end)
}

/** Replaces the selected text and moves the caret after the new text. */
export function insertLetters(selection: TextSelection, inserted: Letter[]): void {
  const letters = lettersIn(selection)
  const caret = selection.start + inserted.length
  const replaced = [...letters.slice(0, selection.start), ...inserted, ...letters.slice(selection.end)]
  rewrite(selection, replaced, caret, caret)
}

/** Range of the link around a caret, or else of the word. */
export function wordOrLinkAt(letters: Letter[], caret: number): { start: number; end: number } {
  const href = letters[caret - 1]?.format.href ?? null
  const isPart = ({ text, format }: Letter) =>
    href === null ? /[\p{L}\p{N}'’-]/u.test(text) : format.href === href
  const start = letters.slice(0, caret).findLastIndex((letter) => !isPart(letter)) + 1
  const after = letters.slice(caret).findIndex((letter) => !isPart(letter))
  return { start, end: after === -1 ? letters.length : caret + after }
}

function rewrite({ editable }: TextSelection, letters: Letter[], start: number, end: number): void {
  editable.innerHTML = writeInline(letters)
  select({ editable, start, end })
}
