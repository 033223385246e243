import type { EditorController } from '../editor-controller.ts'
import { emptyImage, emptyTable } from './choices.ts'
import { ToolButton } from './ToolButton.tsx'

/** What is put behind the block with the caret, and what is done with that block as a whole. */
export function InsertTools({ controller }: { controller: EditorController }) {
  return (
    <>
      <div className="toolbar__group">
        <ToolButton name="Insert picture" icon="image" onPress={() => controller.insert([emptyImage])} />
        <ToolButton name="Insert table" icon="table" onPress={() => controller.insert([emptyTable])} />
        <ToolButton
          name="Insert quote"
          icon="quote"
          onPress={() => controller.insert([{ kind: 'quote', text: '', source: '', align: null }])}
        />
        <ToolButton
          name="Insert code block"
          icon="codeBlock"
          onPress={() => controller.insert([{ kind: 'code', code: '' }])}
        />
        <ToolButton
          name="Insert divider"
          icon="divider"
          onPress={() => controller.insert([{ kind: 'divider' }])}
        />
      </div>
      <div className="toolbar__group">
        <ToolButton name="Move block up" icon="up" onPress={() => controller.move(-1)} />
        <ToolButton name="Move block down" icon="down" onPress={() => controller.move(1)} />
        <ToolButton name="Delete block" icon="remove" onPress={controller.remove} />
      </div>
    </>
  )
}
