import type { Ink } from '../../../../admin-api/contract/blog-markup.ts'

/** How a stretch of text looks. */
export type Marks = {
  href: string | null
  ink: Ink | null
  bold: boolean
  italic: boolean
  underline: boolean
  code: boolean
}
export type MarkName = keyof Marks

/** A stretch of text of one look; '\n' in it is a line break. */
export type Run = { text: string; marks: Marks }

export const plain: Marks = {
  href: null,
  ink: null,
  bold: false,
  italic: false,
  underline: false,
  code: false
}

/** From the outermost element to the innermost: the one way in which marks are nested. */
export const markOrder = ['href', 'ink', 'bold', 'italic', 'underline', 'code'] as const satisfies MarkName[]

/** Joins neighbours of one look and drops what is empty. */
export function mergeRuns(runs: Run[]): Run[] {
  const merged: Run[] = []
  for (const run of runs) {
    if (run.text === '') continue
    const last = merged.at(-1)
    if (last !== undefined && looksAlike(last.marks, run.marks)) last.text += run.text
    else merged.push({ ...run })
  }
  return merged
}

/** Cuts out what stands from `start` up to `end`, counted in characters of the text. */
export function sliceRuns(runs: Run[], start: number, end = Number.POSITIVE_INFINITY): Run[] {
  const cut: Run[] = []
  let place = 0
  for (const { text, marks } of runs) {
    cut.push({ text: text.slice(Math.max(0, start - place), Math.max(0, end - place)), marks })
    place += text.length
  }
  return mergeRuns(cut)
}

/** Changes the look of what stands from `start` up to `end`. */
export function markRuns(runs: Run[], start: number, end: number, marks: Partial<Marks>): Run[] {
  const marked = sliceRuns(runs, start, end).map((run) => ({ ...run, marks: { ...run.marks, ...marks } }))
  return mergeRuns([...sliceRuns(runs, 0, start), ...marked, ...sliceRuns(runs, end)])
}

/** Puts other runs in the place of what stands from `start` up to `end`. */
export function replaceRuns(runs: Run[], start: number, end: number, inserted: Run[]): Run[] {
  return mergeRuns([...sliceRuns(runs, 0, start), ...inserted, ...sliceRuns(runs, end)])
}

/** The marks that all of the stretch has; for a caret the look of what stands before it. */
export function marksWithin(runs: Run[], start: number, end: number): Marks {
  const touched = start === end ? sliceRuns(runs, Math.max(0, start - 1), start) : sliceRuns(runs, start, end)
  const [first = { text: '', marks: plain }, ...others] = touched
  return others.reduce((shared, { marks }) => sharedMarks(shared, marks), first.marks)
}

export function lengthOf(runs: Run[]): number {
  return runs.reduce((sum, { text }) => sum + text.length, 0)
}

function sharedMarks(one: Marks, other: Marks): Marks {
  return {
    href: one.href === other.href ? one.href : null,
    ink: one.ink === other.ink ? one.ink : null,
    bold: one.bold && other.bold,
    italic: one.italic && other.italic,
    underline: one.underline && other.underline,
    code: one.code && other.code
  }
}

function looksAlike(one: Marks, other: Marks): boolean {
  return markOrder.every((name) => one[name] === other[name])
}
