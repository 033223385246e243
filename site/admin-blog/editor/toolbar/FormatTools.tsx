import type { CaretState } from '../caret-state.ts'
import type { EditorController } from '../editor-controller.ts'
import type { KeyCommand } from '../keys.ts'
import { inkChoices, noInk } from './choices.ts'
import { ToolButton } from './ToolButton.tsx'
import { ToolIcon } from './ToolIcon.tsx'
import { ToolMenu } from './ToolMenu.tsx'

/** The key of a command, as ToolButton shows it. */
export type KeyOf = (command: KeyCommand) => { keyText?: string }

type FormatToolsProps = {
  controller: EditorController
  caretState: CaretState
  keyOf: KeyOf
  onLink: () => void
}

/** How text looks. */
export function FormatTools({ controller, caretState, keyOf, onLink }: FormatToolsProps) {
  const { format, isInText } = caretState
  return (
    <div className="toolbar__group">
      <ToolButton
        name="Bold"
        icon="bold"
        {...keyOf('bold')}
        isPressed={format.bold}
        isDisabled={!isInText}
        onPress={() => controller.toggle('bold')}
      />
      <ToolButton
        name="Italic"
        icon="italic"
        {...keyOf('italic')}
        isPressed={format.italic}
        isDisabled={!isInText}
        onPress={() => controller.toggle('italic')}
      />
      <ToolButton
        name="Underline"
        icon="underline"
        {...keyOf('underline')}
        isPressed={format.underline}
        isDisabled={!isInText}
        onPress={() => controller.toggle('underline')}
      />
      <ToolMenu
        name="Text colour"
        shown={
          <span className={`toolbar__ink ${format.ink ?? 'ink-none'}`}>
            <ToolIcon name="colour" />
          </span>
        }
        shownText={inkChoices.find(({ value }) => value === (format.ink ?? noInk))?.text ?? ''}
        choices={inkChoices}
        chosen={format.ink ?? noInk}
        isDisabled={!isInText}
        onChoose={(ink) => controller.format({ ink: ink === noInk ? null : ink })}
      />
      <ToolButton
        name="Link"
        icon="link"
        {...keyOf('link')}
        isPressed={format.href !== null}
        isDisabled={!isInText}
        onPress={onLink}
      />
      <ToolButton
        name="Inline code"
        icon="code"
        {...keyOf('code')}
        isPressed={format.code}
        isDisabled={!isInText}
        onPress={() => controller.format({ code: !format.code })}
      />
      <ToolButton
        name="Clear formatting"
        icon="clear"
        {...keyOf('clear')}
        isDisabled={!isInText}
        onPress={controller.clearFormat}
      />
    </div>
  )
}
