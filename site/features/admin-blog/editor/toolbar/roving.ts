import type { KeyboardEvent } from 'react'

/** Moves the focus along the buttons of a toolbar; true where the key was one of its own. */
export function moveAlong(event: KeyboardEvent<HTMLElement>): boolean {
  const stops = stopsOf(event.currentTarget)
  const at = stops.findIndex((stop) => stop.matches(':focus'))
  const next = placeAfter(event.key, at, stops.length)
  if (next === undefined) return false
  event.preventDefault()
  stops[next]?.focus()
  return true
}

/** Where Tab leads into the toolbar: the button used last, else the first. */
export function stopsOf(toolbar: HTMLElement): HTMLElement[] {
  return [...toolbar.querySelectorAll<HTMLElement>('[data-stop]')]
}

function placeAfter(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count
    case 'ArrowLeft':
      return (at - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
