/** Everything that a key of the editor does, in the order in which the help lists it. */
export const keys = [
  { act: 'bold', key: 'b', text: 'Bold' },
  { act: 'italic', key: 'i', text: 'Italic' },
  { act: 'underline', key: 'u', text: 'Underline' },
  { act: 'code', key: 'e', text: 'Inline code' },
  { act: 'link', key: 'k', text: 'Link' },
  { act: 'clear', key: '\\', text: 'Clear formatting' },
  { act: 'undo', key: 'z', text: 'Undo' },
  { act: 'redo', key: 'z', shift: true, text: 'Redo' },
  { act: 'redo', key: 'y', text: 'Redo' }
] as const satisfies { act: string; key: string; shift?: boolean; text: string }[]

export type KeyAct = (typeof keys)[number]['act']

/** What else a hand on the keyboard should know. */
export const habits = [
  { keys: 'Enter', text: 'New block, or new point in a list' },
  { keys: 'Shift + Enter', text: 'New line within a block' },
  { keys: 'Tab, Shift + Tab', text: 'In a list: indent, outdent. Elsewhere: next, previous text' },
  { keys: 'Enter twice', text: 'Ends a list' },
  { keys: 'Alt + F10', text: 'To the toolbar; arrow keys move along it, Escape leads back' },
  { keys: 'Escape, then Tab', text: 'Leaves the editor, also from a list or code' }
] as const

type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export function actOfKey(stroke: Stroke): KeyAct | null {
  if (!(stroke.ctrlKey || stroke.metaKey) || stroke.altKey) return null
  const pressed = stroke.key.toLowerCase()
  const found = keys.find((known) => known.key === pressed && 'shift' in known === stroke.shiftKey)
  return found?.act ?? null
}

/** 'Ctrl + Shift + Z', with the Mac's own key there. */
export function shownKey(known: (typeof keys)[number], isMac: boolean): string {
  const parts = [isMac ? '⌘' : 'Ctrl', ...('shift' in known ? ['Shift'] : []), known.key.toUpperCase()]
  return parts.join(' + ')
}
