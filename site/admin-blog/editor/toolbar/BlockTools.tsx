import { isAlignable } from '../../markup/blocks.ts'
import type { CaretState } from '../caret-state.ts'
import type { EditorController } from '../editor-controller.ts'
import { kindNameOf, textKinds } from './choices.ts'
import { ToolButton } from './ToolButton.tsx'

/** How a block is aligned, and whether it is a list. */
export function BlockTools({
  controller,
  caretState
}: {
  controller: EditorController
  caretState: CaretState
}) {
  const { kind, align, listStyle } = caretState
  const canAlign = kind !== null && isAlignable(kind)
  const isText = kindNameOf(caretState) !== null
  const inList = kind === 'list'
  return (
    <>
      <div className="toolbar__group">
        <ToolButton
          name="Align left"
          icon="left"
          isPressed={canAlign && align === null}
          isDisabled={!canAlign}
          onPress={() => controller.align(null)}
        />
        <ToolButton
          name="Align centre"
          icon="centre"
          isPressed={align === 'align-center'}
          isDisabled={!canAlign}
          onPress={() => controller.align('align-center')}
        />
        <ToolButton
          name="Align right"
          icon="right"
          isPressed={align === 'align-right'}
          isDisabled={!canAlign}
          onPress={() => controller.align('align-right')}
        />
      </div>
      <div className="toolbar__group">
        <ToolButton
          name="Bulleted list"
          icon="bullets"
          isPressed={listStyle === 'unordered'}
          isDisabled={!isText}
          onPress={() => controller.convert(textKinds[listStyle === 'unordered' ? 'paragraph' : 'bullets'])}
        />
        <ToolButton
          name="Numbered list"
          icon="numbers"
          isPressed={listStyle === 'ordered'}
          isDisabled={!isText}
          onPress={() => controller.convert(textKinds[listStyle === 'ordered' ? 'paragraph' : 'numbers'])}
        />
        <ToolButton
          name="Outdent"
          icon="outdent"
          isDisabled={!inList}
          onPress={() => controller.indent(true)}
        />
        <ToolButton
          name="Indent"
          icon="indent"
          isDisabled={!inList}
          onPress={() => controller.indent(false)}
        />
      </div>
    </>
  )
}
