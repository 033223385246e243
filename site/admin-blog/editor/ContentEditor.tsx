import { useEffect, useId, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { logFailure } from '../../lib/log.ts'
import { ShipsWheel } from '../../ui/ShipsWheel.tsx'
import { lettersOf, plainFormat } from '../markup/inline-html.ts'
import { type CaretState, noCaretState } from './caret.ts'
import { HelpDialog, type LinkAnswer, LinkDialog } from './EditorDialogs.tsx'
import type { EditorController, openEditor } from './editor-controller.ts'
import { isMac, type KeyCommand } from './keys.ts'
import type { TextSelection } from './text-selection.ts'
import { Toolbar, type ToolbarHandle } from './toolbar/Toolbar.tsx'
import './content-editor.css'
import './tools/tools.css'

type ContentEditorProps = {
  /** Initial content. Another post needs another instance of this component. */
  html: string
  onTouch: () => void
  onContent: (html: string) => void
  onController: (controller: EditorController | null) => void
}

/** Editor for the text of a post, with its toolbar. Editor.js is large and loaded on demand. */
export function ContentEditor({ html, onTouch, onContent, onController }: ContentEditorProps) {
  const area = useRef<HTMLDivElement>(null)
  const end = useRef<HTMLSpanElement>(null)
  const toolbar = useRef<ToolbarHandle>(null)
  const [controller, setController] = useState<EditorController | null>(null)
  const [hasFailed, setFailed] = useState(false)
  const [caretState, setCaretState] = useState<CaretState>(noCaretState)
  const [dialog, setDialog] = useState<'help' | 'link' | null>(null)
  const [needsText, setNeedsText] = useState(false)
  const link = useRef<{ selection: TextSelection | null; answer: LinkAnswer | null }>({
    selection: null,
    answer: null
  })
  const hintId = useId()
  const initialHtml = useRef(html)
  const latest = useRef({ onTouch, onContent, onController, onCommand })
  latest.current = { onTouch, onContent, onController, onCommand }

  useEffect(() => {
    if (area.current === null || end.current === null) return
    let isUnmounted = false
    let opened: EditorController | undefined
    const frame = { area: area.current, end: end.current }
    const listener: Parameters<typeof openEditor>[2] = {
      onCaretState: (next) =>
        setCaretState((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next)),
      onTouch: () => latest.current.onTouch(),
      onContent: (content) => latest.current.onContent(content),
      onCommand: (command) => latest.current.onCommand(command),
      onToolbar: () => toolbar.current?.focus(),
      onSlash: () => toolbar.current?.openBlockTypes()
    }
    import('./editor-controller.ts')
      .then(({ openEditor }) => (isUnmounted ? null : openEditor(frame, initialHtml.current, listener)))
      .then((loaded) => {
        if (loaded === null) return
        opened = loaded
        if (isUnmounted) return loaded.close()
        setController(loaded)
        latest.current.onController(loaded)
      })
      .catch((error: unknown) => {
        logFailure('Failed to open the editor', error)
        setFailed(true)
      })
    return () => {
      isUnmounted = true
      latest.current.onController(null)
      opened?.close()
    }
  }, [])

  function onCommand(command: KeyCommand) {
    if (controller === null) return
    if (command === 'link') openLinkDialog()
    else if (command === 'code') void controller.format({ code: !caretState.format.code })
    else void controller[command]()
  }

  function openLinkDialog() {
    const selection = controller?.selection() ?? null
    if (controller === null || selection === null) return
    link.current = { selection, answer: null }
    setNeedsText(controller.needsLinkText())
    setDialog('link')
  }

  function answerLink(answer: LinkAnswer) {
    link.current.answer = answer
    setDialog(null)
  }

  /** Restores the selection, which the dialog has removed, before the link is changed. */
  function applyLinkAnswer() {
    setDialog(null)
    if (controller === null) return
    const { selection, answer } = link.current
    controller.focus(selection)
    if (answer === null) return
    const { href, text } = answer
    if (needsText && href !== null) void controller.write(lettersOf(text, { ...plainFormat, href }))
    else void controller.format({ href })
  }

  return (
    <div className="content-editor">
      {controller !== null && (
        <Toolbar
          ref={toolbar}
          controller={controller}
          caretState={caretState}
          onCommand={onCommand}
          onHelp={() => setDialog('help')}
        />
      )}
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div
        ref={area}
        id="blog-content"
        className="content-editor__area post-body text-m"
        role="group"
        aria-label="Content"
        aria-describedby={hintId}
        tabIndex={-1}
      />
      <span ref={end} tabIndex={-1} />
      {controller === null && (
        <p className="content-editor__wait pad-5 text-center" role="status">
          {hasFailed ? (
            'The editor didn’t load. Reload the page; your text is saved in this browser.'
          ) : (
            <ShipsWheel message="Sharpening the quill…" />
          )}
        </p>
      )}
      <p id={hintId} className="field__hint content-editor__hint">
        / in an empty line opens the block types; {isMac ? '⌥ F10' : 'Alt + F10'} moves to the toolbar;
        Escape, then Tab leaves the editor. See all keys under Help.
      </p>
      {/* Outside the post form, because forms can't be nested. */}
      {createPortal(
        <>
          <HelpDialog isOpen={dialog === 'help'} onClose={() => setDialog(null)} />
          <LinkDialog
            isOpen={dialog === 'link'}
            href={caretState.format.href}
            needsText={needsText}
            onAnswer={answerLink}
            onCancel={() => setDialog(null)}
            onClose={applyLinkAnswer}
          />
        </>,
        document.body
      )}
    </div>
  )
}
