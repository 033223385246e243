/** Keyboard shortcuts, in the order of the help dialog. */
export const keys = [
  { command: 'bold', key: 'b', text: 'Bold' },
  { command: 'italic', key: 'i', text: 'Italic' },
  { command: 'underline', key: 'u', text: 'Underline' },
  { command: 'code', key: 'e', text: 'Inline code' },
  { command: 'link', key: 'k', text: 'Link' },
  { command: 'clear', key: '\\', text: 'Clear formatting' },
  { command: 'undo', key: 'z', text: 'Undo' },
  { command: 'redo', key: 'z', shift: true, text: 'Redo' },
  { command: 'redo', key: 'y', text: 'Redo' }
] as const satisfies { command: string; key: string; shift?: boolean; text: string }[]

type Key = (typeof keys)[number]
export type KeyCommand = Key['command']

/** Keys that Editor.js, its list tool and the toolbar handle; only for the help dialog. */
export const otherKeys = [
  { keys: 'Enter', text: 'New block, or new item in a list' },
  { keys: 'Shift + Enter', text: 'New line within a block' },
  { keys: 'Tab, Shift + Tab', text: 'In a list: indent, outdent. Elsewhere: next, previous text' },
  { keys: '/', text: 'In an empty paragraph: block types' },
  { keys: 'Enter twice', text: 'Ends a list' },
  { keys: 'Alt + F10', text: 'To the toolbar; arrow keys move along it, Escape returns' },
  { keys: 'Escape, then Tab', text: 'Leaves the editor, also from a list or code' }
] as const

type Stroke = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export function commandOfKey(stroke: Stroke): KeyCommand | null {
  if (!(stroke.ctrlKey || stroke.metaKey) || stroke.altKey) return null
  const pressed = stroke.key.toLowerCase()
  const found = keys.find((known) => known.key === pressed && 'shift' in known === stroke.shiftKey)
  return found?.command ?? null
}

/** The first key of a command. */
export function keyOfCommand(command: KeyCommand): Key {
  const key = keys.find((known) => known.command === command)
  if (key === undefined) throw new RangeError(`no key for ${command}`)
  return key
}

export const isMac = navigator.platform.startsWith('Mac')

/** 'Ctrl + Shift + Z', or with '⌘' on a Mac. */
export function shownKey(known: Key): string {
  const parts = [isMac ? '⌘' : 'Ctrl', ...('shift' in known ? ['Shift'] : []), known.key.toUpperCase()]
  return parts.join(' + ')
}
