/* Types for the parts of Editor.js 2.31 that are used here; create-editor.ts explains why its own types are not. */

/** A saved block; the tools determine the shape of `data` and `tunes`. */
export type SavedBlock = { type: string; data: unknown; tunes?: Record<string, unknown> }

export type BlockAPI = {
  readonly id: string
  readonly name: string
  readonly holder: HTMLElement
  /** False for a block without text or fields. */
  readonly focusable: boolean
  /** undefined if the tool failed. */
  save: () => Promise<(Omit<SavedBlock, 'type'> & { tool: string }) | undefined>
  /** Calls a method of the block's tool. */
  call: (method: string) => void
  dispatchChange: () => void
}

type Blocks = {
  insert: (
    type?: string,
    data?: object,
    config?: undefined,
    index?: number,
    needToFocus?: boolean,
    replace?: boolean
  ) => BlockAPI
  delete: (index: number) => void
  move: (toIndex: number, fromIndex: number) => void
  getBlockByIndex: (index: number) => BlockAPI | undefined
  getBlockByElement: (element: HTMLElement) => BlockAPI | undefined
  getBlockIndex: (id: string) => number
  getBlocksCount: () => number
}

type CaretSide = 'start' | 'end'
type Caret = {
  setToBlock: (at: BlockAPI | number, side: CaretSide) => void
  setToLastBlock: (side: CaretSide) => void
}

export type ToolClass = new (...args: never[]) => object
export type ToolSettings = {
  /** Omitted for the paragraph, which is part of Editor.js. */
  class?: ToolClass
  inlineToolbar: boolean
  tunes?: string[]
  config?: Record<string, unknown>
}

export type EditorJs = {
  readonly isReady: Promise<void>
  readonly blocks: Blocks
  readonly caret: Caret
  save: () => Promise<{ blocks: SavedBlock[] }>
  render: (data: { blocks: SavedBlock[] }) => Promise<void>
  destroy: () => void
}

/** The table tool. Rows and columns are counted from 1. */
export type TableTool = {
  readonly data: { withHeadings?: unknown }
  readonly table: {
    readonly focusedCell: { row: number; column: number }
    readonly numberOfRows: number
    readonly numberOfColumns: number
    addRow: (index: number, setFocus: boolean) => void
    addColumn: (index: number, setFocus: boolean) => void
    deleteRow: (index: number) => void
    deleteColumn: (index: number) => void
    setHeadingsSetting: (withHeadings: boolean) => void
    getWrapper: () => Element
  }
}

export type EditorJsParts = {
  EditorJS: new (config: object) => EditorJs
  Table: new (...args: never[]) => TableTool
  CodeTool: ToolClass
  Delimiter: ToolClass
  Header: ToolClass
  List: ToolClass
  Quote: ToolClass
}
