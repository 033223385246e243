import { type ReactNode, type Ref, useEffect, useImperativeHandle, useRef } from 'react'
import type { Ink } from '../../../../admin-api/contract/blog-markup.ts'
import type { Block } from '../../markup/blocks.ts'
import { type TextKind, textKinds } from '../block-commands.ts'
import type { CaretState } from '../caret.ts'
import type { EditorController } from '../editor-controller.ts'
import { type KeyCommand, keyOfCommand, shownKey } from '../keys.ts'
import type { TableCommand } from '../tools/post-table.ts'
import {
  currentStop,
  moveAlong,
  setStop,
  stopsOf,
  type Tool,
  ToolButtons,
  ToolIcon,
  useWindowKeys
} from './ToolButton.tsx'
import { type ToolChoice, ToolMenu } from './ToolMenu.tsx'
import './toolbar.css'

export type ToolbarHandle = { focus: () => void; openBlockTypes: () => void }

type ToolbarProps = {
  controller: EditorController
  caretState: CaretState
  /** Runs a command that also has a key. */
  onCommand: (command: KeyCommand) => void
  onHelp: () => void
  ref: Ref<ToolbarHandle>
}

const blockTypes = 'Block type'

const kindChoices = Object.entries(textKinds).map(([kind, text]) => ({ value: kind as TextKind, text }))
const nameOfKind: Record<string, string> = { table: 'Table', divider: 'Divider', image: 'Picture' }
const unaligned: readonly string[] = ['bullets', 'numbers', 'table', 'code', 'divider']

const noInk = 'none'
const inkChoices: ToolChoice<Ink | typeof noInk>[] = [
  { value: noInk, text: 'Text color', sample: 'ink-none' },
  { value: 'ink-red', text: 'Red', sample: 'ink-red' },
  { value: 'ink-gold', text: 'Gold', sample: 'ink-gold' },
  { value: 'ink-sea', text: 'Sea', sample: 'ink-sea' },
  { value: 'ink-green', text: 'Green', sample: 'ink-green' }
]

/** All commands of the editor. Arrow keys move along the toolbar, Escape returns to the text. */
export function Toolbar({ controller, caretState, onCommand, onHelp, ref }: ToolbarProps) {
  const bar = useRef<HTMLDivElement>(null)

  useImperativeHandle(ref, () => ({
    focus: () => {
      if (bar.current !== null) currentStop(bar.current)?.focus()
    },
    openBlockTypes: () => bar.current?.querySelector<HTMLElement>(`[data-stop="${blockTypes}"]`)?.click()
  }))
  // The tab stop may have been removed.
  useEffect(() => {
    if (bar.current !== null) setStop(bar.current, currentStop(bar.current))
  })
  useWindowKeys(bar, (event) => {
    if (bar.current === null || moveAlong(stopsOf(bar.current), event, ['ArrowRight', 'ArrowLeft'])) return
    if (event.key !== 'Escape') return
    event.preventDefault()
    controller.focus()
  })

  const { kind, align, format, isInText, canUndo, canRedo } = caretState
  const pressed: Partial<Record<KeyCommand, boolean>> = { ...format, link: format.href !== null }
  const enabled: Partial<Record<KeyCommand, boolean>> = { undo: canUndo, redo: canRedo }
  const commandTools = (...commands: KeyCommand[]): Tool[] =>
    commands.map((command) => {
      const key = keyOfCommand(command)
      return {
        name: key.text,
        icon: command,
        keyText: shownKey(key),
        isPressed: pressed[command],
        isDisabled: !(enabled[command] ?? isInText),
        onPress: () => onCommand(command)
      }
    })
  const textKind = kindChoices.find(({ value }) => value === kind)
  const kindText = textKind?.text ?? nameOfKind[kind ?? ''] ?? 'Paragraph'
  const canAlign = kind !== null && !unaligned.includes(kind)
  const listOnly = { isDisabled: !lists.some((list) => list.kind === kind) }

  return (
    <div
      ref={bar}
      className="toolbar row"
      role="toolbar"
      tabIndex={-1}
      aria-label="Editor"
      aria-controls="blog-content"
      onFocus={({ target, currentTarget }) => target.matches('[data-stop]') && setStop(currentTarget, target)}
      // Keeps the selection in the text.
      onMouseDown={(event) => event.preventDefault()}
    >
      <Group tools={commandTools('undo', 'redo')} />
      <Group>
        <ToolMenu
          name={blockTypes}
          shown={<span className="toolbar__kind text-xs semibold">{kindText}</span>}
          shownText={kindText}
          choices={kindChoices}
          chosen={textKind?.value ?? null}
          isDisabled={textKind === undefined}
          onChoose={controller.convert}
        />
      </Group>
      <Group tools={commandTools('bold', 'italic', 'underline')}>
        <ToolMenu
          name="Text color"
          shown={
            <span className={`toolbar__ink ${format.ink ?? 'ink-none'}`}>
              <ToolIcon name="color" />
            </span>
          }
          shownText={inkChoices.find(({ value }) => value === (format.ink ?? noInk))?.text ?? ''}
          choices={inkChoices}
          chosen={format.ink ?? noInk}
          isDisabled={!isInText}
          onChoose={(ink) => controller.format({ ink: ink === noInk ? null : ink })}
        />
        <ToolButtons tools={commandTools('link', 'code', 'clear')} />
      </Group>
      <Group
        tools={sides.map(({ name, icon, alignment }) => ({
          name,
          icon,
          isPressed: canAlign && align === alignment,
          isDisabled: !canAlign,
          onPress: () => controller.align(alignment)
        }))}
      />
      <Group
        tools={[
          ...lists.map((list) => ({
            name: list.name,
            icon: list.kind,
            isPressed: kind === list.kind,
            isDisabled: textKind === undefined,
            onPress: () => controller.convert(kind === list.kind ? 'paragraph' : list.kind)
          })),
          { name: 'Outdent', icon: 'outdent', ...listOnly, onPress: () => controller.indent(true) },
          { name: 'Indent', icon: 'indent', ...listOnly, onPress: () => controller.indent(false) }
        ]}
      />
      <Group
        tools={insertions.map(({ name, icon, block }) => ({
          name,
          icon,
          onPress: () => controller.insert([block])
        }))}
      />
      <Group
        tools={[
          { name: 'Move block up', icon: 'up', onPress: () => controller.move(-1) },
          { name: 'Move block down', icon: 'down', onPress: () => controller.move(1) },
          { name: 'Delete block', icon: 'remove', onPress: controller.remove }
        ]}
      />
      <Group tools={[{ name: 'Help', icon: 'help', onPress: onHelp }]} />
      {kind === 'table' && (
        <Group
          className="toolbar__group--words"
          tools={tableCommands.map(({ command, text }) => ({
            name: text,
            isPressed: command === 'toggleHeadings' ? caretState.hasHeadings : undefined,
            onPress: () => controller.changeTable(command)
          }))}
        />
      )}
    </div>
  )
}

type GroupProps = { tools?: readonly Tool[]; className?: string; children?: ReactNode }

function Group({ tools = [], className = '', children }: GroupProps) {
  return (
    <div className={`toolbar__group row ${className}`}>
      <ToolButtons tools={tools} />
      {children}
    </div>
  )
}

const sides = [
  { name: 'Align left', icon: 'left', alignment: null },
  { name: 'Align center', icon: 'center', alignment: 'align-center' },
  { name: 'Align right', icon: 'right', alignment: 'align-right' }
] as const

const lists = [
  { name: 'Bulleted list', kind: 'bullets' },
  { name: 'Numbered list', kind: 'numbers' }
] as const

const emptyTable: Block = {
  type: 'table',
  data: { withHeadings: true, content: Array.from({ length: 3 }, () => ['', '', '']) }
}
const emptyImage: Block = {
  type: 'image',
  data: { src: '', alt: '', caption: '', width: null, height: null }
}

const insertions: readonly (Pick<Tool, 'name' | 'icon'> & { block: Block })[] = [
  { name: 'Insert picture', icon: 'image', block: emptyImage },
  { name: 'Insert table', icon: 'table', block: emptyTable },
  { name: 'Insert quote', icon: 'quote', block: { type: 'quote', data: { text: '', caption: '' } } },
  { name: 'Insert code block', icon: 'codeBlock', block: { type: 'code', data: { code: '' } } },
  { name: 'Insert divider', icon: 'divider', block: { type: 'divider', data: {} } }
]

const tableCommands: { command: TableCommand; text: string }[] = [
  { command: 'toggleHeadings', text: 'Heading row' },
  { command: 'addRow', text: 'Add row' },
  { command: 'addColumn', text: 'Add column' },
  { command: 'deleteRow', text: 'Delete row' },
  { command: 'deleteColumn', text: 'Delete column' }
]
