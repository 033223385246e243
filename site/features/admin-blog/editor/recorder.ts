import { type History, record, startHistory } from './history.ts'

type Written<Content, Caret> = {
  read: () => Promise<Content>
  write: (content: Content, caret: Caret) => Promise<void>
  caretNow: () => Caret
}
type Kept<Content, Caret> = { content: Content; caret: Caret }
type Step<Content, Caret> = (log: History<Kept<Content, Caret>>) => History<Kept<Content, Caret>>

/** Keeps what was written step by step. One thing after the other: reading and drawing the text take their time. */
export function startRecorder<Content, Caret>(first: Content, written: Written<Content, Caret>) {
  let log = startHistory<Kept<Content, Caret>>({ content: first, caret: written.caretNow() })
  let last: Promise<void> = Promise.resolve()

  function inTurn(task: () => Promise<void>): Promise<void> {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }

  async function commitNow(): Promise<void> {
    const content = await written.read()
    if (JSON.stringify(content) === JSON.stringify(log.present.content)) return
    log = record(log, { content, caret: written.caretNow() })
  }

  return {
    /** Keeps what was typed since the last step, if anything was. */
    commit: () => inTurn(commitNow),
    /** Does something that is a step of its own. */
    change: (act: () => void | Promise<void>) =>
      inTurn(async () => {
        await commitNow()
        await act()
        await commitNow()
      }),
    /** `undo` or `redo` of history.ts. */
    step: (step: Step<Content, Caret>) =>
      inTurn(async () => {
        await commitNow()
        const next = step(log)
        if (next === log) return
        log = next
        await written.write(log.present.content, log.present.caret)
      }),
    content: () => log.present.content,
    canUndo: () => log.past.length > 0,
    canRedo: () => log.future.length > 0
  }
}
