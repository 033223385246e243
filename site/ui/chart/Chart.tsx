import { type KeyboardEvent, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import './plot.css'

/** `place` is the index of the figure selected by the arrow keys, null for none. */
export type LiveProps = { place: number | null; onRendered: () => void }

type ChartProps = {
  label: string
  /** The static chart, shown until the first touch. */
  still: ReactNode
  /** The interactive chart, mounted at the first touch; import it lazily. */
  live: (props: LiveProps) => ReactNode
  /** Number of figures that the arrow keys step through. */
  places: number
}

/** A chart that becomes interactive at the first touch, hover or focus, because the chart library is heavy. */
export function Chart({ label, still, live, places }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const [isWanted, setWanted] = useState(false)
  const [isRendered, setRendered] = useState(false)
  const [place, setPlace] = useState<number | null>(null)

  // The chart may be hovered or focused before hydration.
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
      className={isRendered ? 'chart chart--rendered' : 'chart'}
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
          <Suspense>{live({ place, onRendered: () => setRendered(true) })}</Suspense>
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
