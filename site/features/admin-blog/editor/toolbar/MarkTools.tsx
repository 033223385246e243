import type { Desk } from '../desk.ts'
import type { KeyAct } from '../keys.ts'
import type { Situation } from '../situation.ts'
import { inkChoices, noInk } from './choices.ts'
import { ToolButton } from './ToolButton.tsx'
import { ToolIcon } from './ToolIcon.tsx'
import { ToolMenu } from './ToolMenu.tsx'

/** The key of an act, as ToolButton shows it. */
export type KeyOf = (act: KeyAct) => { keyText?: string }

type MarkToolsProps = { desk: Desk; situation: Situation; keyOf: KeyOf; onLink: () => void }

/** How text looks. */
export function MarkTools({ desk, situation, keyOf, onLink }: MarkToolsProps) {
  const { marks, isInText } = situation
  return (
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
  )
}
