type Document<Content, Caret> = {
  read: () => Promise<Content>
  write: (content: Content, caret: Caret) => Promise<void>
  readCaret: () => Caret
}

const maxSteps = 200

/** Records the versions of a document, one task at a time, because reading and rendering it are asynchronous. */
export function startRecorder<Content, Caret>(first: Content, document: Document<Content, Caret>) {
  let present = { content: first, caret: document.readCaret() }
  /** Oldest first; those after the present one were undone. */
  const versions = [present]
  const position = () => versions.indexOf(present)
  let last: Promise<void> = Promise.resolve()

  function enqueue(task: () => Promise<void>): Promise<void> {
    const done = last.then(task)
    last = done.catch(() => undefined)
    return done
  }

  /** Adds a version if the document has changed, and discards undone ones. */
  async function commitNow(): Promise<void> {
    const content = await document.read()
    if (JSON.stringify(content) === JSON.stringify(present.content)) return
    versions.splice(position() + 1)
    present = { content, caret: document.readCaret() }
    versions.push(present)
    if (versions.length > maxSteps + 1) versions.shift()
  }

  /** Goes one version back or forward, if there is one. */
  function step(by: -1 | 1): Promise<void> {
    return enqueue(async () => {
      await commitNow()
      const version = versions[position() + by]
      if (version === undefined) return
      present = version
      await document.write(present.content, present.caret)
    })
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
    undo: () => step(-1),
    redo: () => step(1),
    content: () => present.content,
    canUndo: () => position() > 0,
    canRedo: () => position() < versions.length - 1
  }
}
