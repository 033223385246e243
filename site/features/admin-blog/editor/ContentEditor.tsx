import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { logFailure } from '../../../lib/log.ts'
import { ShipsWheel } from '../../../ui/ShipsWheel.tsx'
import { plain } from '../markup/runs.ts'
import type { Desk } from './desk.ts'
import { HelpDialog } from './HelpDialog.tsx'
import type { KeyAct } from './keys.ts'
import { type LinkAnswer, LinkDialog } from './LinkDialog.tsx'
import { makeReady } from './make-ready.ts'
import type { Place } from './place.ts'
import { nowhere, type Situation } from './situation.ts'
import { Toolbar, type ToolbarHandle } from './toolbar/Toolbar.tsx'
import './content-editor.css'
import './tools/tools.css'

type ContentEditorProps = {
  /** What stands there at first. Mount another editor for another post. */
  html: string
  onTouch: () => void
  onContent: (html: string) => void
  onDesk: (desk: Desk | null) => void
}

const isMac = navigator.platform.startsWith('Mac')

/** The text of a post with its toolbar. The editor is a heavy thing and comes on its own. */
export function ContentEditor({ html, onTouch, onContent, onDesk }: ContentEditorProps) {
  const area = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLSpanElement>(null)
  const toolbar = useRef<ToolbarHandle>(null)
  const [desk, setDesk] = useState<Desk | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [situation, setSituation] = useState<Situation>(nowhere)
  const [dialog, setDialog] = useState<'help' | 'link' | null>(null)
  const [needsText, setNeedsText] = useState(false)
  const link = useRef<{ place: Place | null; answer: LinkAnswer | null }>({ place: null, answer: null })
  const hintId = useId()
  const first = useRef(html)
  const acting = useRef({ onTouch, onContent, onDesk, onKeyAct })
  acting.current = { onTouch, onContent, onDesk, onKeyAct }

  useEffect(() => {
    if (area.current === null || end.current === null) return
    let isGone = false
    let opened: Desk | undefined
    openDesk(area.current, end.current, first.current, {
      onSituation: (next) => setSituation((last) => (isSame(last, next) ? last : next)),
      onTouch: () => acting.current.onTouch(),
      onContent: (content) => acting.current.onContent(content),
      onKeyAct: (act) => acting.current.onKeyAct(act),
      onToolbar: () => toolbar.current?.focus()
    })
      .then((made) => {
        opened = made
        if (isGone) return made.close()
        setDesk(made)
        acting.current.onDesk(made)
      })
      .catch((error: unknown) => {
        logFailure('The editor could not be opened', error)
        setFailed(true)
      })
    return () => {
      isGone = true
      acting.current.onDesk(null)
      opened?.close()
    }
  }, [])

  function onKeyAct(act: KeyAct) {
    if (desk === null) return
    if (act === 'link') askLink()
    else if (act === 'code') void desk.mark({ code: !situation.marks.code })
    else if (act === 'bold' || act === 'italic' || act === 'underline') void desk.toggle(act)
    else void desk[act]()
  }

  function askLink() {
    const place = desk?.place() ?? null
    if (desk === null || place === null) return
    link.current = { place, answer: null }
    setNeedsText(desk.isAtNoWord())
    setDialog('link')
  }

  function answerLink(answer: LinkAnswer) {
    link.current.answer = answer
    setDialog(null)
  }

  /** The dialog took the selection with it. */
  function endLink() {
    setDialog(null)
    if (desk === null) return
    const { place, answer } = link.current
    desk.focus(place)
    if (answer === null) return
    const { href, text } = answer
    if (needsText && href !== null) void desk.write([{ text, marks: { ...plain, href } }])
    else void desk.mark({ href })
  }

  return (
    <div className="content-editor">
      {desk !== null && (
        <Toolbar
          ref={toolbar}
          desk={desk}
          situation={situation}
          isMac={isMac}
          onLink={askLink}
          onHelp={() => setDialog('help')}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div
        ref={area}
        id="blog-content"
        className="content-editor__area post-body"
        role="group"
        aria-label="Content"
        aria-describedby={hintId}
        tabIndex={-1}
      />
      <span ref={end} tabIndex={-1} />
      {desk === null && (
        <p className="content-editor__wait" role="status">
          {hasFailed ? (
            'The editor did not load. Please reload the page; what you wrote is kept in this browser.'
          ) : (
            <ShipsWheel message="Sharpening the quill…" />
          )}
        </p>
      )}
      <p id={hintId} className="field__hint content-editor__hint">
        {isMac ? '⌥ F10' : 'Alt + F10'} leads to the toolbar; Escape, then Tab leaves the editor. All keys are
        listed under Help.
      </p>
      {/* A form may not stand within the form of the post. */}
      {createPortal(
        <>
          <HelpDialog isOpen={dialog === 'help'} isMac={isMac} onClose={() => setDialog(null)} />
          <LinkDialog
            isOpen={dialog === 'link'}
            href={situation.marks.href}
            needsText={needsText}
            onAnswer={answerLink}
            onCancel={() => setDialog(null)}
            onClose={endLink}
          />
        </>,
        document.body
      )}
    </div>
  )
}

async function openDesk(...opening: Parameters<typeof Desk.open>): Promise<Desk> {
  makeReady()
  const { Desk } = await import('./desk.ts')
  return Desk.open(...opening)
}

function isSame(last: Situation, next: Situation): boolean {
  return JSON.stringify(last) === JSON.stringify(next)
}
