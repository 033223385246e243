import { type RefObject, useEffect, useRef } from 'react'

/**
 * Handles keys pressed within an element before any other listener, because Tab and the arrow keys are stopped at the
 * window while the editor is open (see input.ts).
 */
export function useWindowKeys(
  element: RefObject<HTMLElement | null>,
  onKey: (event: KeyboardEvent) => void
): void {
  const latest = useRef(onKey)
  latest.current = onKey

  useEffect(() => {
    const handle = (event: KeyboardEvent) => {
      if (event.target instanceof Node && element.current?.contains(event.target)) latest.current(event)
    }
    window.addEventListener('keydown', handle, { capture: true })
    return () => window.removeEventListener('keydown', handle, { capture: true })
  }, [element])
}

/** Moves the focus along the buttons of a toolbar; returns whether the key was handled. */
export function moveAlong(toolbar: HTMLElement, event: KeyboardEvent): boolean {
  const stops = stopsOf(toolbar)
  const current = stops.findIndex((stop) => stop.matches(':focus'))
  const targets: Record<string, number> = {
    ArrowRight: (current + 1) % stops.length,
    ArrowLeft: (current - 1 + stops.length) % stops.length,
    Home: 0,
    End: stops.length - 1
  }
  const next = targets[event.key]
  if (next === undefined) return false
  event.preventDefault()
  stops[next]?.focus()
  return true
}

/** Makes one button the tab stop of the toolbar. */
export function setStop(toolbar: HTMLElement, chosen: Element | undefined): void {
  for (const stop of stopsOf(toolbar)) stop.tabIndex = stop === chosen ? 0 : -1
}

/** The tab stop of the toolbar: the button used last, or else the first. */
export function currentStop(toolbar: HTMLElement): HTMLElement | undefined {
  const stops = stopsOf(toolbar)
  return stops.find((stop) => stop.tabIndex === 0) ?? stops[0]
}

function stopsOf(toolbar: HTMLElement): HTMLElement[] {
  return [...toolbar.querySelectorAll<HTMLElement>('[data-stop]')]
}
