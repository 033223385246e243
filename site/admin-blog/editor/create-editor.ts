import CodeTool from '@editorjs/code'
import Delimiter from '@editorjs/delimiter'
import EditorJS, { type EditorConfig, type LogLevels } from '@editorjs/editorjs'
import Header from '@editorjs/header'
import List from '@editorjs/list'
import Quote from '@editorjs/quote'
import type { Block, BlockType } from '../markup/blocks.ts'
import { isPostBlock } from './block-commands.ts'
import { type Bookmark, selectBookmark } from './text-selection.ts'
import { AlignTune } from './tools/align-tune.ts'
import { ImageTool } from './tools/image-tool.tsx'
import { PostTable } from './tools/post-table.ts'

// Blocks that can't be aligned have the tune, too, because it defines the formatting allowed in their text.
const tunes = ['align']

const tools: Record<BlockType, { class?: unknown; tunes?: string[]; config?: object }> = {
  paragraph: { tunes },
  heading: {
    class: Header,
    tunes,
    config: { levels: [2, 3, 4], defaultLevel: 2, placeholder: 'Heading' }
  },
  list: { class: List, tunes, config: { defaultStyle: 'unordered' } },
  quote: {
    class: Quote,
    tunes,
    config: { quotePlaceholder: 'Quote', captionPlaceholder: 'Source (optional)' }
  },
  table: { class: PostTable, tunes, config: { rows: 3, cols: 3 } },
  code: { class: CodeTool, config: { placeholder: 'Code' } },
  divider: { class: Delimiter },
  image: { class: ImageTool, tunes }
}

export async function createEditor(
  holder: HTMLElement,
  blocks: Block[],
  onChange: () => void
): Promise<EditorJS> {
  const editor = new EditorJS({
    holder,
    data: { blocks },
    // The tools' declarations differ in details from those that Editor.js has of them.
    tools: { ...tools, align: AlignTune } as NonNullable<EditorConfig['tools']>,
    inlineToolbar: false,
    placeholder: 'Write the post here…',
    // Empty space below the last block, in pixels.
    minHeight: 0,
    logLevel: 'ERROR' as LogLevels,
    onChange
  })
  await editor.isReady
  return editor
}

export async function readBlocks(editor: EditorJS): Promise<Block[]> {
  const { blocks } = await editor.save()
  return blocks.filter(isPostBlock)
}

/** Replaces all blocks and moves the caret to the bookmark. */
export async function renderBlocks(
  editor: EditorJS,
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
