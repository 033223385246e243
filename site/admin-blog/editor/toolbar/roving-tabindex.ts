/** Moves the focus along the buttons of a toolbar; true where the key was one of the toolbar's own. */
export function moveAlong(toolbar: HTMLElement, event: KeyboardEvent): boolean {
  const stops = stopsOf(toolbar)
  const current = stops.findIndex((stop) => stop.matches(':focus'))
  const next = indexAfter(event.key, current, stops.length)
  if (next === undefined) return false
  event.preventDefault()
  stops[next]?.focus()
  return true
}

/** Leaves one button for Tab to lead to. */
export function rove(toolbar: HTMLElement, chosen: Element | undefined): void {
  for (const stop of stopsOf(toolbar)) stop.tabIndex = stop === chosen ? 0 : -1
}

/** Where Tab leads into the toolbar: the button used last, else the first. */
export function currentStop(toolbar: HTMLElement): HTMLElement | undefined {
  const stops = stopsOf(toolbar)
  return stops.find((stop) => stop.tabIndex === 0) ?? stops[0]
}

function stopsOf(toolbar: HTMLElement): HTMLElement[] {
  return [...toolbar.querySelectorAll<HTMLElement>('[data-stop]')]
}

function indexAfter(key: string, current: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (current + 1) % count
    case 'ArrowLeft':
      return (current - 1 + count) % count
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return undefined
  }
}
