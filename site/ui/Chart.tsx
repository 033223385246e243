import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import './chart.css'

/** `place` is the figure selected by the arrow keys; null when none is. */
export type LiveProps = { place: number | null; onDrawn: () => void }

type ChartProps = {
  label: string
  /** The chart as drawn on the server; without it the interactive one is loaded when the browser is idle. */
  still?: ReactNode
  /** The interactive chart; make it lazy, it is mounted at the first touch only. */
  live: (props: LiveProps) => ReactNode
  /** How many places the arrow keys can step through. */
  places: number
}

/**
 * A chart that becomes interactive at the first touch, hover or focus: the chart library is heavy, and most
 * visitors only look.
 */
export function Chart({ label, still, live, places }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isDrawn, setDrawn] = useState(false)
  const [place, setPlace] = useState<number | null>(null)
  const hasStill = still !== undefined

  useEffect(() => {
    if (hasStill) return
    return whenIdle(() => setWanted(true))
  }, [hasStill])

  // The pointer or the focus may have been on it before hydration.
  useEffect(() => {
    if (box.current?.matches(':hover, :focus')) setWanted(true)
  }, [])

  function step(event: KeyboardEvent) {
    const next = placeAfter(event.key, place, places)
    if (next === undefined) return
    event.preventDefault()
    setPlace(next)
  }

  const want = () => setWanted(true)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div
      ref={box}
      className={isDrawn ? 'chart chart--drawn' : 'chart'}
      role="group"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys step through the figures
      tabIndex={0}
      onPointerEnter={want}
      onPointerDown={want}
      onFocus={want}
      onBlur={() => setPlace(null)}
      onKeyDown={step}
    >
      <div className="chart__still">{still}</div>
      {isWanted && (
        <div className="chart__live" aria-hidden="true">
          <Suspense>{live({ place, onDrawn: () => setDrawn(true) })}</Suspense>
        </div>
      )}
    </div>
  )
}

function placeAfter(key: string, place: number | null, places: number): number | null | undefined {
  switch (key) {
    case 'ArrowRight':
      return place === null ? 0 : Math.min(places - 1, place + 1)
    case 'ArrowLeft':
      return place === null ? places - 1 : Math.max(0, place - 1)
    case 'Home':
      return 0
    case 'End':
      return places - 1
    case 'Escape':
      return place === null ? undefined : null
    default:
      return undefined
  }
}

function whenIdle(task: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(task, 200)
    return () => clearTimeout(timer)
  }
  const request = requestIdleCallback(task, { timeout: 2000 })
  return () => cancelIdleCallback(request)
}
