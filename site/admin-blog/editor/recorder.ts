import { type History, record, startHistory } from './history.ts'

type Document<Content, Caret> = {
  read: () => Promise<Content>
  write: (content: Content, caret: Caret) => Promise<void>
  caretNow: () => Caret
}
type Version<Content, Caret> = { content: Content; caret: Caret }
type Step<Content, Caret> = (history: History<Version<Content, Caret>>) => History<Version<Content, Caret>>

/** Records a document step by step. One task after the other: reading and drawing the text are asynchronous. */
export function startRecorder<Content, Caret>(first: Content, document: Document<Content, Caret>) {
  let history = startHistory<Version<Content, Caret>>({ content: first, caret: document.caretNow() })
  let last: Promise<void> = Promise.resolve()

  function inTurn(task: () => Promise<void>): Promise<void> {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }

  async function commitNow(): Promise<void> {
    const content = await document.read()
    if (JSON.stringify(content) === JSON.stringify(history.present.content)) return
    history = record(history, { content, caret: document.caretNow() })
  }

  return {
    /** Records what was typed since the last step, if anything was. */
    commit: () => inTurn(commitNow),
    /** Runs a change that is a step of its own. */
    change: (work: () => void | Promise<void>) =>
      inTurn(async () => {
        await commitNow()
        await work()
        await commitNow()
      }),
    /** `undo` or `redo` of history.ts. */
    step: (step: Step<Content, Caret>) =>
      inTurn(async () => {
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
