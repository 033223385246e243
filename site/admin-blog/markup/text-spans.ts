import type { Ink } from '../../../admin-api/contract/blog-markup.ts'

export type TextFormat = {
  href: string | null
  ink: Ink | null
  bold: boolean
  italic: boolean
  underline: boolean
  code: boolean
}

/** Text with one format; '\n' is a line break. */
export type TextSpan = { text: string; format: TextFormat }

export const plainFormat: TextFormat = {
  href: null,
  ink: null,
  bold: false,
  italic: false,
  underline: false,
  code: false
}

/** Order in which formats are nested, from the outermost element to the innermost. */
export const formatOrder = [
  'href',
  'ink',
  'bold',
  'italic',
  'underline',
  'code'
] as const satisfies (keyof TextFormat)[]

/** Joins neighbors with the same format and drops empty spans. */
export function mergeSpans(spans: TextSpan[]): TextSpan[] {
  const merged: TextSpan[] = []
  for (const span of spans) {
    if (span.text === '') continue
    const last = merged.at(-1)
    if (last !== undefined && isSameFormat(last.format, span.format)) last.text += span.text
    else merged.push({ ...span })
  }
  return merged
}

/** The spans between two positions in characters. */
function sliceSpans(spans: TextSpan[], start: number, end = Number.POSITIVE_INFINITY): TextSpan[] {
  const cut: TextSpan[] = []
  let offset = 0
  for (const { text, format } of spans) {
    cut.push({ text: text.slice(Math.max(0, start - offset), Math.max(0, end - offset)), format })
    offset += text.length
  }
  return mergeSpans(cut)
}

/** Changes the format between two positions. */
export function formatSpans(
  spans: TextSpan[],
  start: number,
  end: number,
  format: Partial<TextFormat>
): TextSpan[] {
  const changed = sliceSpans(spans, start, end).map((span) => ({
    ...span,
    format: { ...span.format, ...format }
  }))
  return mergeSpans([...sliceSpans(spans, 0, start), ...changed, ...sliceSpans(spans, end)])
}

/** Replaces the text between two positions. */
export function replaceSpans(
  spans: TextSpan[],
  start: number,
  end: number,
  inserted: TextSpan[]
): TextSpan[] {
  return mergeSpans([...sliceSpans(spans, 0, start), ...inserted, ...sliceSpans(spans, end)])
}

/** The format shared by all text between two positions, or at a caret the format of the character before it. */
export function formatWithin(spans: TextSpan[], start: number, end: number): TextFormat {
  const touched =
    start === end ? sliceSpans(spans, Math.max(0, start - 1), start) : sliceSpans(spans, start, end)
  const [first = { text: '', format: plainFormat }, ...others] = touched
  return others.reduce((shared, { format }) => commonFormat(shared, format), first.format)
}

export function textLength(spans: TextSpan[]): number {
  return spans.reduce((sum, { text }) => sum + text.length, 0)
}

function commonFormat(one: TextFormat, other: TextFormat): TextFormat {
  return {
    href: one.href === other.href ? one.href : null,
    ink: one.ink === other.ink ? one.ink : null,
    bold: one.bold && other.bold,
    italic: one.italic && other.italic,
    underline: one.underline && other.underline,
    code: one.code && other.code
  }
}

function isSameFormat(one: TextFormat, other: TextFormat): boolean {
  return formatOrder.every((name) => one[name] === other[name])
}
