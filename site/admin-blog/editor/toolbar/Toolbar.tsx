import { type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { CaretState } from '../caret-state.ts'
import type { EditorController } from '../editor-controller.ts'
import { keys, shownKey } from '../keys.ts'
import { BlockTools } from './BlockTools.tsx'
import { kindChoices, kindNameOf, textKinds } from './choices.ts'
import { FormatTools, type KeyOf } from './FormatTools.tsx'
import { InsertTools } from './InsertTools.tsx'
import { currentStop, moveAlong, rove } from './roving-tabindex.ts'
import { TableTools } from './TableTools.tsx'
import { ToolButton } from './ToolButton.tsx'
import { ToolMenu } from './ToolMenu.tsx'
import { useWindowKeys } from './use-window-keys.ts'
import './toolbar.css'

export type ToolbarHandle = { focus: () => void }

type ToolbarProps = {
  controller: EditorController
  caretState: CaretState
  isMac: boolean
  onLink: () => void
  onHelp: () => void
  ref: Ref<ToolbarHandle>
}

/** Everything the editor can do. Arrow keys move along it, Escape leads back into the text. */
export function Toolbar({ controller, caretState, isMac, onLink, onHelp, ref }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const kindName = kindNameOf(caretState)
  const keyOf: KeyOf = (command) => {
    const known = keys.find((key) => key.command === command)
    return known === undefined ? {} : { keyText: shownKey(known, isMac) }
  }

  useImperativeHandle(ref, () => ({
    focus: () => {
      if (bar.current !== null) currentStop(bar.current)?.focus()
    }
  }))
  // Tab leads to one button: the one used last, or another when that one has gone.
  useEffect(() => {
    if (bar.current !== null) rove(bar.current, currentStop(bar.current))
  })
  useWindowKeys(bar, (event) => {
    if (bar.current === null || moveAlong(bar.current, event)) return
    if (event.key !== 'Escape') return
    event.preventDefault()
    controller.focus()
  })

  return (
    <div
      ref={bar}
      className="toolbar"
      role="toolbar"
      tabIndex={-1}
      aria-label="Editor"
      aria-controls="blog-content"
      onFocus={({ target, currentTarget }) => target.matches('[data-stop]') && rove(currentTarget, target)}
      // The selection in the text stays where it is.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div className="toolbar__group">
        <ToolButton
          name="Undo"
          icon="undo"
          {...keyOf('undo')}
          isDisabled={!caretState.canUndo}
          onPress={controller.undo}
        />
        <ToolButton
          name="Redo"
          icon="redo"
          {...keyOf('redo')}
          isDisabled={!caretState.canRedo}
          onPress={controller.redo}
        />
      </div>
      <div className="toolbar__group">
        <ToolMenu
          name="Block type"
          shown={<span className="toolbar__kind">{kindTextOf(caretState)}</span>}
          shownText={kindTextOf(caretState)}
          choices={kindChoices}
          chosen={kindName}
          isDisabled={kindName === null}
          onChoose={(chosen) => controller.convert(textKinds[chosen])}
        />
      </div>
      <FormatTools controller={controller} caretState={caretState} keyOf={keyOf} onLink={onLink} />
      <BlockTools controller={controller} caretState={caretState} />
      <InsertTools controller={controller} />
      <div className="toolbar__group">
        <ToolButton name="Help" icon="help" onPress={onHelp} />
      </div>
      {caretState.kind === 'table' && (
        <TableTools hasHeadings={caretState.hasHeadings} onCommand={controller.changeTable} />
      )}
    </div>
  )
}

function kindTextOf(caretState: CaretState): string {
  const name = kindNameOf(caretState)
  const text = kindChoices.find(({ value }) => value === name)?.text
  if (text !== undefined) return text
  const others = { table: 'Table', divider: 'Divider', image: 'Picture' }
  return others[caretState.kind as keyof typeof others] ?? 'Paragraph'
}
