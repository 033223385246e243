import { isAlignable } from '../../markup/blocks.ts'
import type { Desk } from '../desk.ts'
import type { Situation } from '../situation.ts'
import { kindNameOf, textKinds } from './choices.ts'
import { ToolButton } from './ToolButton.tsx'

/** Where a block stands, and whether it is a list. */
export function BlockTools({ desk, situation }: { desk: Desk; situation: Situation }) {
  const { kind, align, listStyle } = situation
  const canAlign = kind !== null && isAlignable(kind)
  const isText = kindNameOf(situation) !== null
  const inList = kind === 'list'
  return (
    <>
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
          isOff={!isText}
          onPress={() => desk.turn(textKinds[listStyle === 'unordered' ? 'paragraph' : 'bullets'])}
        />
        <ToolButton
          name="Numbered list"
          icon="numbers"
          isPressed={listStyle === 'ordered'}
          isOff={!isText}
          onPress={() => desk.turn(textKinds[listStyle === 'ordered' ? 'paragraph' : 'numbers'])}
        />
        <ToolButton name="Outdent" icon="outdent" isOff={!inList} onPress={() => desk.indent(true)} />
        <ToolButton name="Indent" icon="indent" isOff={!inList} onPress={() => desk.indent(false)} />
      </div>
    </>
  )
}
