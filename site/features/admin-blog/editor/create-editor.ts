import type { Block, BlockKind } from '../markup/blocks.ts'
import { fromEditorData, toEditorData } from './editor-data.ts'
import type { EditorJs, EditorJsParts, ToolClass, ToolSettings } from './editorjs-types.ts'
import { loadEditorJs } from './load-editorjs.ts'
import { AlignTune } from './tools/align-tune.ts'
import { ImageTool } from './tools/image-tool.ts'
import { postTable } from './tools/post-table.ts'

// On blocks that stand nowhere but left, too: with the tune come the marks their text may have.
const aligned = { tunes: ['align'] }

function tool(
  constructable: ToolClass,
  settings: Omit<ToolSettings, 'class' | 'inlineToolbar'> = {}
): ToolSettings {
  return { ...settings, class: constructable, inlineToolbar: false }
}

function toolsOf(parts: EditorJsParts): Record<BlockKind, ToolSettings> {
  const { CodeTool, Delimiter, Header, List, Quote, Table } = parts
  return {
    paragraph: { inlineToolbar: false, tunes: ['align'] },
    heading: tool(Header, {
      ...aligned,
      config: { levels: [2, 3, 4], defaultLevel: 2, placeholder: 'Heading' }
    }),
    list: tool(List, { ...aligned, config: { defaultStyle: 'unordered' } }),
    quote: tool(Quote, {
      ...aligned,
      config: { quotePlaceholder: 'What was said', captionPlaceholder: 'Who said it, or where (optional)' }
    }),
    table: tool(postTable(Table), { ...aligned, config: { rows: 3, cols: 3 } }),
    code: tool(CodeTool, { config: { placeholder: 'Code' } }),
    divider: tool(Delimiter),
    image: tool(ImageTool, aligned)
  }
}

/** Editor.js with the blocks of a post. Import it only after makeReady() was called. */
export async function createEditor(
  holder: HTMLElement,
  blocks: Block[],
  onChange: () => void
): Promise<EditorJs> {
  const parts = await loadEditorJs()
  const editor = new parts.EditorJS({
    holder,
    data: { blocks: blocks.map(toEditorData) },
    tools: { ...toolsOf(parts), align: AlignTune },
    inlineToolbar: false,
    placeholder: 'Write the post here…',
    minHeight: 0,
    logLevel: 'ERROR',
    onChange
  })
  await editor.isReady
  return editor
}

export async function readBlocks(editor: EditorJs): Promise<Block[]> {
  const { blocks } = await editor.save()
  return blocks.map(fromEditorData).filter((block) => block !== null)
}
