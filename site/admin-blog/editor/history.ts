/** Versions of a document; the newest of `past` and `future` comes last. */
export type History<State> = { past: State[]; present: State; future: State[] }

const maxSteps = 200

export function startHistory<State>(present: State): History<State> {
  return { past: [], present, future: [] }
}

/** Adds a version and discards undone ones. */
export function addVersion<State>({ past, present }: History<State>, next: State): History<State> {
  return { past: [...past, present].slice(-maxSteps), present: next, future: [] }
}

/** Goes one step back; returns the same history if there is none. */
export function undo<State>(history: History<State>): History<State> {
  const previous = history.past.at(-1)
  if (previous === undefined) return history
  const { past, present, future } = history
  return { past: past.slice(0, -1), present: previous, future: [...future, present] }
}

/** Goes one step forward; returns the same history if nothing was undone. */
export function redo<State>(history: History<State>): History<State> {
  const next = history.future.at(-1)
  if (next === undefined) return history
  const { past, present, future } = history
  return { past: [...past, present], present: next, future: future.slice(0, -1) }
}

type Document<Content, Caret> = {
  read: () => Promise<Content>
  write: (content: Content, caret: Caret) => Promise<void>
  readCaret: () => Caret
}
type Version<Content, Caret> = { content: Content; caret: Caret }
type Step<Content, Caret> = (history: History<Version<Content, Caret>>) => History<Version<Content, Caret>>

/** Records the versions of a document, one task at a time, because reading and rendering it are asynchronous. */
export function startRecorder<Content, Caret>(first: Content, document: Document<Content, Caret>) {
  let history = startHistory<Version<Content, Caret>>({ content: first, caret: document.readCaret() })
  let last: Promise<void> = Promise.resolve()

  function enqueue(task: () => Promise<void>): Promise<void> {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }

  async function commitNow(): Promise<void> {
    const content = await document.read()
    if (JSON.stringify(content) === JSON.stringify(history.present.content)) return
    history = addVersion(history, { content, caret: document.readCaret() })
  }

  return {
    /** Records text typed since the last step. */
    commit: () => enqueue(commitNow),
    /** Runs a change as a separate step. */
    change: (work: () => void | Promise<void>) =>
      enqueue(async () => {
        await commitNow()
        await work()
        await commitNow()
      }),
    /** Applies `undo` or `redo`. */
    step: (step: Step<Content, Caret>) =>
      enqueue(async () => {
        await commitNow()
        const next = step(history)
        if (next === history) return
        history = next
        await document.write(history.present.content, history.present.caret)
      }),
    content: () => history.present.content,
    canUndo: () => history.past.length > 0,
    canRedo: () => history.future.length > 0
  }
}
