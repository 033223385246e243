import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Events that show that a visitor is using the page. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel', 'focusin'] as const
/** Wait without a sign. */
const longestWaitMs = 3000
/** Distance within which an element counts as near. */
const margin = '100px'

/**
 * Whether the content after an element may be loaded: the element is near the visible part of the page, the visitor has
 * begun to use the page, or some time has passed. A URL with a fragment loads it at once.
 * @returns a ref for the element, and whether the content may be loaded
 */
export function useNear(): [(element: HTMLElement | null) => void, boolean] {
  const [element, setElement] = useState<HTMLElement | null>(null)
  const [isNear, setNear] = useState(
    () => location.hash !== '' || hasBeenUsed() || !('IntersectionObserver' in window)
  )
  useEffect(() => {
    if (isNear) return undefined
    const show = () => setNear(true)
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && show(),
      { rootMargin: margin }
    )
    if (element !== null) observer.observe(element)
    for (const sign of signs) window.addEventListener(sign, show, { passive: true })
    const timer = setTimeout(show, longestWaitMs)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
      for (const sign of signs) window.removeEventListener(sign, show)
    }
  }, [element, isNear])
  return [setElement, isNear]
}

/** Whether the page is being printed: paper has everything, also what a visitor hasn't scrolled to or opened. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    // The browser takes its picture of the page after this event.
    const start = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    window.addEventListener('beforeprint', start)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', start)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isPrinting
}

/** Also true for input before the component was mounted, such as the button that opens an example. */
function hasBeenUsed(): boolean {
  return 'userActivation' in navigator && navigator.userActivation.hasBeenActive
}
