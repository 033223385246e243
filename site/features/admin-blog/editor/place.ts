import { readInline } from '../markup/inline-html.ts'
import { lengthOf, type Run } from '../markup/runs.ts'

/** A stretch of one text of the editor, counted in characters; a caret where both ends are the same. */
export type Place = { editable: HTMLElement; start: number; end: number }

/** A place that outlives a new drawing of all blocks: the n-th text of the n-th block. */
export type Bookmark = { block: number; text: number; start: number; end: number }

/** What is selected within one text of the editor; null for anything else. */
export function selectedPlace(area: HTMLElement): Place | null {
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

export function selectPlace({ editable, start, end }: Place): void {
  editable.focus({ preventScroll: true })
  const [from, to] = [pointAt(editable, start), pointAt(editable, end)]
  document.getSelection()?.setBaseAndExtent(from.node, from.offset, to.node, to.offset)
}

/** The whole text around a place, mark by mark. */
export function runsAt({ editable }: Place): Run[] {
  return readInline(editable.childNodes)
}

export function bookmarkOf(area: HTMLElement, place: Place | null): Bookmark | null {
  if (place === null) return null
  const holder = place.editable.closest('.ce-block')
  if (holder === null) return null
  const { start, end } = place
  return {
    block: blocksIn(area).indexOf(holder),
    text: editablesIn(holder).indexOf(place.editable),
    start,
    end
  }
}

export function selectBookmark(area: HTMLElement, { block, text, start, end }: Bookmark): void {
  const blocks = blocksIn(area)
  const holder = blocks[Math.min(block, blocks.length - 1)]
  if (holder === undefined) return
  const editable = editablesIn(holder)[text] ?? editablesIn(holder)[0]
  if (editable === undefined) return
  selectPlace({ editable, start, end })
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
  return lengthOf(readInline(before.cloneContents().childNodes))
}

function pointAt(editable: HTMLElement, offset: number): { node: Node; offset: number } {
  let left = offset
  const walker = document.createTreeWalker(editable, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      if (left <= node.length) return { node, offset: left }
      left -= node.length
    } else if (node instanceof HTMLBRElement) {
      if (left === 0) return { node: node.parentNode ?? editable, offset: placeIn(node) }
      left -= 1
    }
  }
  return { node: editable, offset: editable.childNodes.length }
}

function placeIn(node: ChildNode): number {
  return node.parentNode === null ? 0 : [...node.parentNode.childNodes].indexOf(node)
}
