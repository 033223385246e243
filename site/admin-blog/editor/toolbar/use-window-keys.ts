import { type RefObject, useEffect, useRef } from 'react'

/**
 * Hears keys pressed within an element before anything else does: Tab and the arrow keys get no further than the
 * window while the editor is open (input.ts says why).
 */
export function useWindowKeys(
  element: RefObject<HTMLElement | null>,
  onKey: (event: KeyboardEvent) => void
): void {
  const latest = useRef(onKey)
  latest.current = onKey

  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.target instanceof Node && element.current?.contains(event.target)) latest.current(event)
    }
    window.addEventListener('keydown', hear, { capture: true })
    return () => window.removeEventListener('keydown', hear, { capture: true })
  }, [element])
}
