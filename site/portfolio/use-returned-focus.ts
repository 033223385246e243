import { type RefObject, useEffect, useRef } from 'react'

/** Ref for the element, such as the button that opens a form, that gets the focus when the form closes. */
export function useReturnedFocus<Target extends HTMLElement = HTMLButtonElement>(
  isOpen: boolean
): RefObject<Target | null> {
  const target = useRef<Target>(null)
  const wasOpen = useRef(isOpen)
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) target.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return target
}
