/** What was, what is, and what was undone; the newest of each comes last. */
export type History<State> = { past: State[]; present: State; future: State[] }

const mostSteps = 200

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [] }
}

/** Adds a new state; what was undone before it is dropped. */
export function record<State>({ past, present }: History<State>, next: State): History<State> {
  return { past: [...past, present].slice(-mostSteps), present: next, future: [] }
}

/** One step back; the same history where there is none. */
export function undo<State>(history: History<State>): History<State> {
  const previous = history.past.at(-1)
  if (previous === undefined) return history
  const { past, present, future } = history
  return { past: past.slice(0, -1), present: previous, future: [...future, present] }
}

/** One step forward; the same history where nothing was undone. */
export function redo<State>(history: History<State>): History<State> {
  const next = history.future.at(-1)
  if (next === undefined) return history
  const { past, present, future } = history
  return { past: [...past, present], present: next, future: future.slice(0, -1) }
}
