import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { Desk } from '../desk.ts'
import { keys, shownKey } from '../keys.ts'
import type { Situation } from '../situation.ts'
import { BlockTools } from './BlockTools.tsx'
import { kindChoices, kindNameOf, textKinds } from './choices.ts'
import { InsertTools } from './InsertTools.tsx'
import { type KeyOf, MarkTools } from './MarkTools.tsx'
import { moveAlong, stopsOf } from './roving.ts'
import { TableTools } from './TableTools.tsx'
import { ToolButton } from './ToolButton.tsx'
import { ToolMenu } from './ToolMenu.tsx'
import './toolbar.css'

export type ToolbarHandle = { focus: () => void }

type ToolbarProps = {
  desk: Desk
  situation: Situation
  isMac: boolean
  onLink: () => void
  onHelp: () => void
  ref: Ref<ToolbarHandle>
}

/** All that the editor can do, in sight. Arrow keys move along it, Escape leads back into the text. */
export function Toolbar({ desk, situation, isMac, onLink, onHelp, ref }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const kindName = kindNameOf(situation)
  const keyOf: KeyOf = (act) => {
    const known = keys.find((key) => key.act === act)
    return known === undefined ? {} : { keyText: shownKey(known, isMac) }
  }

  useImperativeHandle(ref, () => ({ focus: () => stopIn(bar.current)?.focus() }))
  // Tab leads to one button: the one used last, or another when that one has gone.
  useEffect(() => rove(bar.current, stopIn(bar.current)))

  function onKey(event: KeyboardEvent<HTMLDivElement>) {
    if (moveAlong(event)) return
    if (event.key !== 'Escape') return
    event.preventDefault()
    desk.focus()
  }

  return (
    <div
      ref={bar}
      className="toolbar"
      role="toolbar"
      tabIndex={-1}
      aria-label="Editor"
      aria-controls="blog-content"
      onKeyDown={onKey}
      onFocus={({ target }) => target.matches('[data-stop]') && rove(bar.current, target)}
      // The selection in the text stays where it is.
      onMouseDown={(event) => event.preventDefault()}
    >
      <div className="toolbar__group">
        <ToolButton
          name="Undo"
          icon="undo"
          {...keyOf('undo')}
          isOff={!situation.canUndo}
          onPress={desk.undo}
        />
        <ToolButton
          name="Redo"
          icon="redo"
          {...keyOf('redo')}
          isOff={!situation.canRedo}
          onPress={desk.redo}
        />
      </div>
      <div className="toolbar__group">
        <ToolMenu
          name="Block type"
          shown={<span className="toolbar__kind">{kindTextOf(situation)}</span>}
          shownText={kindTextOf(situation)}
          choices={kindChoices}
          chosen={kindName}
          isOff={kindName === null}
          onChoose={(chosen) => desk.turn(textKinds[chosen])}
        />
      </div>
      <MarkTools desk={desk} situation={situation} keyOf={keyOf} onLink={onLink} />
      <BlockTools desk={desk} situation={situation} />
      <InsertTools desk={desk} />
      <div className="toolbar__group">
        <ToolButton name="Help" icon="help" onPress={onHelp} />
      </div>
      {situation.kind === 'table' && (
        <TableTools hasHeadings={situation.hasHeadings} onAct={desk.changeTable} />
      )}
    </div>
  )
}

function kindTextOf(situation: Situation): string {
  const name = kindNameOf(situation)
  const text = kindChoices.find(({ value }) => value === name)?.text
  if (text !== undefined) return text
  const others = { table: 'Table', divider: 'Divider', image: 'Picture' }
  return others[situation.kind as keyof typeof others] ?? 'Paragraph'
}

function stopIn(bar: HTMLElement | null): HTMLElement | undefined {
  const stops = bar === null ? [] : stopsOf(bar)
  return stops.find((stop) => stop.tabIndex === 0) ?? stops[0]
}

function rove(bar: HTMLElement | null, chosen: Element | undefined): void {
  if (bar === null) return
  for (const stop of stopsOf(bar)) stop.tabIndex = stop === chosen ? 0 : -1
}
