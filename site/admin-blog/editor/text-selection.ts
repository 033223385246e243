import { type Letter, readInline } from '../markup/inline-html.ts'

/** A selection within one editable text, in characters; a caret if start and end are equal. */
export type TextSelection = { editable: HTMLElement; start: number; end: number }

/** A selection that survives re-rendering all blocks: indexes of the block and of its text. */
export type Bookmark = { block: number; text: number; start: number; end: number }

/** The selection within one editable text; null if there is none, or if it spans several. */
export function readSelection(area: HTMLElement): TextSelection | null {
  const selection = document.getSelection()
  if (selection === null || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  const editable = editableAt(range.startContainer)
  if (editable === null || !area.contains(editable) || !editable.contains(range.endContainer)) return null
  return {
    editable,
    start: offsetOf(editable, range.startContainer, range.startOffset),
    end: offsetOf(editable, range.endContainer, range.endOffset)
  }
}

export function select({ editable, start, end }: TextSelection): void {
  editable.focus({ preventScroll: true })
  const [from, to] = [pointAt(editable, start), pointAt(editable, end)]
  document.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset)
}

/** Returns the complete text that contains a selection. */
export function lettersIn({ editable }: TextSelection): Letter[] {
  return readInline(editable.childNodes)
}

export function bookmarkOf(area: HTMLElement, selection: TextSelection | null): Bookmark | null {
  if (selection === null) return null
  const { editable, start, end } = selection
  const holder = editable.closest('.ce-block')
  if (holder === null) return null
  return { block: blocksIn(area).indexOf(holder), text: editablesIn(holder).indexOf(editable), start, end }
}

export function selectBookmark(area: HTMLElement, { block, text, start, end }: Bookmark): void {
  const blocks = blocksIn(area)
  const holder = blocks[Math.min(block, blocks.length - 1)]
  if (holder === undefined) return
  const editable = editablesIn(holder)[text] ?? editablesIn(holder)[0]
  if (editable === undefined) return
  select({ editable, start, end })
  holder.scrollIntoView({ block: 'nearest' })
}

function blocksIn(area: HTMLElement): Element[] {
  return [...area.querySelectorAll('.ce-block')]
}

function editablesIn(holder: Element): HTMLElement[] {
  return [...holder.querySelectorAll<HTMLElement>('[contenteditable="true"]')]
}

function editableAt(node: Node): HTMLElement | null {
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest<HTMLElement>('[contenteditable="true"]') ?? null
}

function offsetOf(editable: HTMLElement, node: Node, offset: number): number {
  const before = document.createRange()
  before.selectNodeContents(editable)
  before.setEnd(node, offset)
  return readInline(before.cloneContents().childNodes).length
}

function pointAt(editable: HTMLElement, offset: number): { node: Node; offset: number } {
  let left = offset
  const walker = document.createTreeWalker(editable, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      if (left <= node.length) return { node, offset: left }
      left -= node.length
    } else if (node instanceof HTMLBRElement) {
      const parent = node.parentNode ?? editable
      if (left === 0) return { node: parent, offset: [...parent.childNodes].indexOf(node) }
      left -= 1
    }
  }
  return { node: editable, offset: editable.childNodes.length }
}
