import type { Desk } from '../desk.ts'
import { emptyImage, emptyTable } from './choices.ts'
import { ToolButton } from './ToolButton.tsx'

/** What is put behind the block with the caret, and what is done with that block as a whole. */
export function InsertTools({ desk }: { desk: Desk }) {
  return (
    <>
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
    </>
  )
}
