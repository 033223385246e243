import type { Block, BlockKind } from '../markup/blocks.ts'
import { fromEditorData, toEditorData } from './editor-data.ts'
import type { EditorJs, EditorJsParts, ToolClass, ToolSettings } from './editorjs-types.ts'
import { loadEditorJs } from './load-editorjs.ts'
import { type Bookmark, selectBookmark } from './text-selection.ts'
import { AlignTune } from './tools/align-tune.ts'
import { ImageTool } from './tools/image-tool.ts'
import { postTable } from './tools/post-table.ts'

// On blocks that are always left-aligned too: the tune says which formatting their text may have.
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

/** Editor.js with the blocks of a post. */
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

/** Replaces everything by other blocks, with the caret where the bookmark says. */
export async function drawBlocks(
  editor: EditorJs,
  area: HTMLElement,
  blocks: Block[],
  bookmark: Bookmark | null
): Promise<void> {
  const { scrollTop } = area
  const focused = document.activeElement
  const isOutside = focused instanceof HTMLElement && !area.contains(focused)
  // The text that has the focus is about to be removed; keys pressed meanwhile should still be heard.
  if (!isOutside) area.focus()
  await editor.render({ blocks: blocks.map(toEditorData) })
  area.scrollTop = scrollTop
  if (bookmark === null) editor.caret.setToLastBlock('end')
  else selectBookmark(area, bookmark)
  // Whoever pressed the button with the keyboard may want another step.
  if (isOutside && focused !== document.body) focused.focus()
}
