import type { Block, BlockType } from '../markup/blocks.ts'
import { isPostBlock } from './block-commands.ts'
import type { EditorJs, EditorJsParts, ToolClass, ToolSettings } from './editorjs-types.ts'
import { type Bookmark, selectBookmark } from './text-selection.ts'
import { AlignTune } from './tools/align-tune.ts'
import { ImageTool } from './tools/image-tool.tsx'
import { postTable } from './tools/post-table.ts'

/*
 * Loaded by path, because TypeScript would follow package names to declarations that contain enums, which are not
 * allowed by erasableSyntaxOnly. Use plain imports once Editor.js has declarations without them.
 */
const files = import.meta.glob<unknown>(
  '/node_modules/@editorjs/{editorjs,code,delimiter,header,list,quote,table}/dist/*.mjs',
  { import: 'default', exhaustive: true }
)

async function loadEditorJs(): Promise<EditorJsParts> {
  const [EditorJS, CodeTool, Delimiter, Header, List, Quote, Table] = await Promise.all(
    ['editorjs', 'code', 'delimiter', 'header', 'list', 'quote', 'table'].map(load)
  )
  return { EditorJS, CodeTool, Delimiter, Header, List, Quote, Table } as EditorJsParts
}

function load(name: string): Promise<unknown> {
  const file = Object.entries(files).find(([path]) => path.includes(`/@editorjs/${name}/`))
  if (file === undefined) throw new TypeError(`Editor.js has no file for ${name}`)
  return file[1]()
}

// Blocks that can't be aligned have the tune, too, because it defines the formatting allowed in their text.
const aligned = { tunes: ['align'] }

function tool(
  constructable: ToolClass,
  settings: Omit<ToolSettings, 'class' | 'inlineToolbar'> = {}
): ToolSettings {
  return { ...settings, class: constructable, inlineToolbar: false }
}

function toolsOf(parts: EditorJsParts): Record<BlockType, ToolSettings> {
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
      config: { quotePlaceholder: 'Quote', captionPlaceholder: 'Source (optional)' }
    }),
    table: tool(postTable(Table), { ...aligned, config: { rows: 3, cols: 3 } }),
    code: tool(CodeTool, { config: { placeholder: 'Code' } }),
    divider: tool(Delimiter),
    image: tool(ImageTool, aligned)
  }
}

/** Starts Editor.js with the blocks of a post. */
export async function createEditor(
  holder: HTMLElement,
  blocks: Block[],
  onChange: () => void
): Promise<EditorJs> {
  const parts = await loadEditorJs()
  const editor = new parts.EditorJS({
    holder,
    data: { blocks },
    tools: { ...toolsOf(parts), align: AlignTune },
    inlineToolbar: false,
    placeholder: 'Write the post here…',
    // Empty space below the last block, in pixels.
    minHeight: 0,
    logLevel: 'ERROR',
    onChange
  })
  await editor.isReady
  return editor
}

export async function readBlocks(editor: EditorJs): Promise<Block[]> {
  const { blocks } = await editor.save()
  return blocks.filter(isPostBlock)
}

/** Replaces all blocks and moves the caret to the bookmark. */
export async function renderBlocks(
  editor: EditorJs,
  area: HTMLElement,
  blocks: Block[],
  bookmark: Bookmark | null
): Promise<void> {
  const { scrollTop } = area
  const focused = document.activeElement
  const isOutside = focused instanceof HTMLElement && !area.contains(focused)
  // The area receives keys while the focused text is being replaced.
  if (!isOutside) area.focus()
  await editor.render({ blocks })
  area.scrollTop = scrollTop
  if (bookmark === null) editor.caret.setToLastBlock('end')
  else selectBookmark(area, bookmark)
  // Returns the focus to the toolbar button, which may be pressed again.
  if (isOutside && focused !== document.body) focused.focus()
}
