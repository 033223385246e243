import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import { isAlignable } from '../../markup/blocks.ts'
import type { Desk } from '../desk.ts'
import { keys, shownKey } from '../keys.ts'
import type { Situation } from '../situation.ts'
import { emptyImage, emptyTable, inkChoices, kindChoices, kindNameOf, noInk, textKinds } from './choices.ts'
import { moveAlong, stopsOf } from './roving.ts'
import { TableTools } from './TableTools.tsx'
import { ToolButton } from './ToolButton.tsx'
import { ToolIcon } from './ToolIcon.tsx'
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
  const { kind, listStyle, align, marks, isInText } = situation
  const inList = kind === 'list'
  const kindName = kindNameOf(situation)
  const canAlign = kind !== null && isAlignable(kind)
  const keyOf = (act: string) => {
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
      <div className="toolbar__group">
        <ToolButton
          name="Bold"
          icon="bold"
          {...keyOf('bold')}
          isPressed={marks.bold}
          isOff={!isInText}
          onPress={() => desk.toggle('bold')}
        />
        <ToolButton
          name="Italic"
          icon="italic"
          {...keyOf('italic')}
          isPressed={marks.italic}
          isOff={!isInText}
          onPress={() => desk.toggle('italic')}
        />
        <ToolButton
          name="Underline"
          icon="underline"
          {...keyOf('underline')}
          isPressed={marks.underline}
          isOff={!isInText}
          onPress={() => desk.toggle('underline')}
        />
        <ToolMenu
          name="Text colour"
          shown={
            <span className={`toolbar__ink ${marks.ink ?? 'ink-none'}`}>
              <ToolIcon name="colour" />
            </span>
          }
          shownText={inkChoices.find(({ value }) => value === (marks.ink ?? noInk))?.text ?? ''}
          choices={inkChoices}
          chosen={marks.ink ?? noInk}
          isOff={!isInText}
          onChoose={(ink) => desk.mark({ ink: ink === noInk ? null : ink })}
        />
        <ToolButton
          name="Link"
          icon="link"
          {...keyOf('link')}
          isPressed={marks.href !== null}
          isOff={!isInText}
          onPress={onLink}
        />
        <ToolButton
          name="Inline code"
          icon="code"
          {...keyOf('code')}
          isPressed={marks.code}
          isOff={!isInText}
          onPress={() => desk.mark({ code: !marks.code })}
        />
        <ToolButton
          name="Clear formatting"
          icon="clear"
          {...keyOf('clear')}
          isOff={!isInText}
          onPress={desk.clear}
        />
      </div>
      <div className="toolbar__group">
        <ToolButton
          name="Align left"
          icon="left"
          isPressed={canAlign && align === null}
          isOff={!canAlign}
          onPress={() => desk.align(null)}
        />
        <ToolButton
          name="Align centre"
          icon="centre"
          isPressed={align === 'align-center'}
          isOff={!canAlign}
          onPress={() => desk.align('align-center')}
        />
        <ToolButton
          name="Align right"
          icon="right"
          isPressed={align === 'align-right'}
          isOff={!canAlign}
          onPress={() => desk.align('align-right')}
        />
      </div>
      <div className="toolbar__group">
        <ToolButton
          name="Bulleted list"
          icon="bullets"
          isPressed={listStyle === 'unordered'}
          isOff={kindName === null}
          onPress={() => desk.turn(textKinds[listStyle === 'unordered' ? 'paragraph' : 'bullets'])}
        />
        <ToolButton
          name="Numbered list"
          icon="numbers"
          isPressed={listStyle === 'ordered'}
          isOff={kindName === null}
          onPress={() => desk.turn(textKinds[listStyle === 'ordered' ? 'paragraph' : 'numbers'])}
        />
        <ToolButton name="Outdent" icon="outdent" isOff={!inList} onPress={() => desk.indent(true)} />
        <ToolButton name="Indent" icon="indent" isOff={!inList} onPress={() => desk.indent(false)} />
      </div>
      <div className="toolbar__group">
        <ToolButton name="Insert picture" icon="image" onPress={() => desk.insert([emptyImage])} />
        <ToolButton name="Insert table" icon="table" onPress={() => desk.insert([emptyTable])} />
        <ToolButton
          name="Insert quote"
          icon="quote"
          onPress={() => desk.insert([{ kind: 'quote', text: '', source: '', align: null }])}
        />
        <ToolButton
          name="Insert code block"
          icon="codeBlock"
          onPress={() => desk.insert([{ kind: 'code', code: '' }])}
        />
        <ToolButton name="Insert divider" icon="divider" onPress={() => desk.insert([{ kind: 'divider' }])} />
      </div>
      <div className="toolbar__group">
        <ToolButton name="Move block up" icon="up" onPress={() => desk.move(-1)} />
        <ToolButton name="Move block down" icon="down" onPress={() => desk.move(1)} />
        <ToolButton name="Delete block" icon="remove" onPress={desk.remove} />
      </div>
      <div className="toolbar__group">
        <ToolButton name="Help" icon="help" onPress={onHelp} />
      </div>
      {kind === 'table' && <TableTools hasHeadings={situation.hasHeadings} onAct={desk.changeTable} />}
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
