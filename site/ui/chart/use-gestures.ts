import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'

type Gestures = {
  frame: RefObject<HTMLElement | null>
  isZoomed: boolean
  hasZoom: boolean
  /** Any sign that a visitor is about to use the chart. */
  onSign: () => void
  /** `x` in pixels from the left edge of the chart. */
  onPoint: (x: number) => void
  onLeave: () => void
  /** Below 1 zooms in. */
  onZoom: (factor: number, x: number) => void
  /** Share of the width, above 0 to later positions. */
  onPan: (share: number) => void
}

type PointerHandlers = Record<
  'onPointerEnter' | 'onPointerDown' | 'onPointerMove' | 'onPointerUp' | 'onPointerCancel' | 'onPointerLeave',
  (event: PointerEvent<HTMLElement>) => void
>

/**
 * Hover and touch choose a position. A zoomed chart is dragged; two fingers, or the wheel with Ctrl, zoom. Scrolling up and
 * down stays the browser's (`touch-action` in chart.css).
 */
export function useGestures(given: Gestures): PointerHandlers {
  const latest = useRef(given)
  latest.current = given
  const fingers = useRef(new Map<number, number>())
  /** Place of the drag so far; null without a pressed pointer. */
  const dragged = useRef<number | null>(null)

  const { frame } = given
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    // React listens passively, so that it couldn't keep the browser from zooming the page.
    const zoom = (event: WheelEvent) => {
      if (!event.ctrlKey || !latest.current.hasZoom) return
      event.preventDefault()
      latest.current.onZoom(event.deltaY < 0 ? 0.8 : 1.25, placeOf(event, element))
    }
    element.addEventListener('wheel', zoom, { passive: false })
    return () => element.removeEventListener('wheel', zoom)
  }, [frame])

  const release = ({ pointerId }: PointerEvent) => {
    fingers.current.delete(pointerId)
    dragged.current = null
  }
  return {
    onPointerEnter: () => given.onSign(),
    onPointerDown: (event) => {
      given.onSign()
      const x = placeOf(event, event.currentTarget)
      given.onPoint(x)
      // Repeated for a touch before hydration, whose end is not: it would stay a finger, and each drag would zoom.
      if (!event.isTrusted) return
      fingers.current.set(event.pointerId, x)
      dragged.current = x
    },
    onPointerMove: (event) => {
      const x = placeOf(event, event.currentTarget)
      const [other] = [...fingers.current].filter(([id]) => id !== event.pointerId)
      const before = fingers.current.get(event.pointerId)
      if (other !== undefined && before !== undefined && given.hasZoom) {
        const [was, is] = [Math.abs(before - other[1]), Math.abs(x - other[1])]
        // In steps, because a window has a whole number of positions.
        if (Math.abs(was - is) < 24) return
        given.onZoom(Math.max(0.5, Math.min(2, was / is)), (x + other[1]) / 2)
        fingers.current.set(event.pointerId, x)
        return
      }
      if (dragged.current !== null && given.isZoomed) {
        const share = (dragged.current - x) / event.currentTarget.clientWidth
        if (Math.abs(share) < 0.04) return
        dragged.current = x
        given.onPan(share)
        return
      }
      given.onPoint(x)
    },
    onPointerUp: release,
    onPointerCancel: release,
    onPointerLeave: (event) => {
      release(event)
      // A finger leaves at once: its figures stay until the focus is elsewhere.
      if (event.pointerType !== 'touch') given.onLeave()
    }
  }
}

function placeOf({ clientX }: { clientX: number }, element: Element): number {
  return clientX - element.getBoundingClientRect().left
}
