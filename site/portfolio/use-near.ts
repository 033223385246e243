import { useEffect, useState } from 'react'

/** Signs that a visitor uses the page. */
const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'wheel', 'focusin'] as const
/** Distance in which an element counts as near. */
const margin = '100px'

/**
 * Whether what follows an element may be loaded: it is near the visible part of the page, or the visitor has begun to
 * use the page. Addresses with a fragment lead there at once.
 * @returns a ref for the element, and the answer
 */
export function useNear(isWanted: boolean): [(element: HTMLElement | null) => void, boolean] {
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
    return () => {
      observer.disconnect()
      for (const sign of signs) window.removeEventListener(sign, show)
    }
  }, [element, isNear])
  return [setElement, isNear || isWanted]
}

/** Also before the component was there: an example is opened with a button. */
function hasBeenUsed(): boolean {
  return 'userActivation' in navigator && navigator.userActivation.hasBeenActive
}
