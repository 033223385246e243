import { writeInline } from '../markup/inline-html.ts'
import { lengthOf, type Marks, markRuns, marksWithin, plain, type Run, replaceRuns } from '../markup/runs.ts'
import { type Place, runsAt, selectPlace } from './place.ts'

export const typedMarks = ['bold', 'italic', 'underline'] as const
export type TypedMark = (typeof typedMarks)[number]

/** How the selected text looks; for a caret, how what is typed next will look. */
export function marksAt(place: Place): Marks {
  const marks = marksWithin(runsAt(place), place.start, place.end)
  if (place.start !== place.end) return marks
  // What was switched on without a selection only the browser knows.
  const typed = typedMarks.map((name) => [name, document.queryCommandState(name)])
  return { ...marks, ...Object.fromEntries(typed) }
}

/** Switches a mark on or off; without a selection, for what is typed next. */
export function toggleTyped(place: Place, mark: TypedMark): void {
  if (place.start === place.end) {
    document.execCommand(mark)
  } else setMarks(place, { [mark]: !marksAt(place)[mark] })
}

/** Marks what is selected; without a selection the word at the caret. */
export function setMarks(place: Place, marks: Partial<Marks>): void {
  const runs = runsAt(place)
  const { start, end } = place.start === place.end ? stretchAt(runs, place.start) : place
  rewrite(place, markRuns(runs, start, end, marks), start, end)
}

/** All marks but links go; without a selection those of the whole text. */
export function clearMarks(place: Place): void {
  const runs = runsAt(place)
  const isCaret = place.start === place.end
  const { href: _kept, ...cleared } = plain
  const [start, end] = isCaret ? [0, lengthOf(runs)] : [place.start, place.end]
  rewrite(place, markRuns(runs, start, end, cleared), place.start, place.end)
}

/** Puts runs in the place of what is selected, with the caret behind them. */
export function insertRuns(place: Place, inserted: Run[]): void {
  const runs = replaceRuns(runsAt(place), place.start, place.end, inserted)
  const end = place.start + lengthOf(inserted)
  rewrite(place, runs, end, end)
}

/** The link around a caret as a whole, else the word. */
export function stretchAt(runs: Run[], caret: number): { start: number; end: number } {
  let start = 0
  for (const { text, marks } of runs) {
    const end = start + text.length
    if (marks.href !== null && start < caret && caret <= end) return { start, end }
    start = end
  }
  const text = runs.map((run) => run.text).join('')
  const before = /[\p{L}\p{N}'’-]*$/u.exec(text.slice(0, caret))?.[0].length ?? 0
  const after = /^[\p{L}\p{N}'’-]*/u.exec(text.slice(caret))?.[0].length ?? 0
  return { start: caret - before, end: caret + after }
}

function rewrite({ editable }: Place, runs: Run[], start: number, end: number): void {
  editable.innerHTML = writeInline(runs)
  selectPlace({ editable, start, end })
}
