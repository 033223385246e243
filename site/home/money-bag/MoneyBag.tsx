import { useEffect, useReducer, useRef, useState } from 'react'
import { logFailure } from '../../lib/log.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import './money-bag.css'

/** Clicks on the money bag; `density` is 0 while no burst runs. */
export type MoneyBagState = { clicks: number; density: number }
type MoneyBagAction = { type: 'clicked' } | { type: 'burst-ended' }

const clicksForBurst = 3
const densityStep = 0.5
const maxDensity = 3

export const stillBag: MoneyBagState = { clicks: 0, density: 0 }

/** A bag that shakes when it is clicked, and bursts at the third click. */
export function MoneyBag() {
  return (
    <CrashGuard>
      <Bag />
    </CrashGuard>
  )
}

function Bag() {
  const [bag, dispatch] = useReducer(moneyBagReducer, stillBag)
  const [isShaking, setShaking] = useState(false)
  const density = useRef(0)
  density.current = bag.density
  const isBursting = bag.density > 0

  useEffect(() => {
    if (!isBursting) return
    burst(() => density.current).then(() => dispatch({ type: 'burst-ended' }))
  }, [isBursting])

  return (
    <button
      type="button"
      className={`money-bag bare rigid grid centered${isShaking ? ' money-bag--shaking' : ''}`}
      aria-label="Money bag: shake it"
      data-clicks={bag.clicks}
      onClick={() => {
        dispatch({ type: 'clicked' })
        setShaking(true)
      }}
      onAnimationEnd={() => setShaking(false)}
    >
      <BagDrawing />
    </button>
  )
}

/** The confetti library is loaded at the first burst; with reduced motion there is no burst. */
async function burst(density: () => number): Promise<void> {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  try {
    const { throwConfetti } = await import('./confetti.ts')
    await throwConfetti(density)
  } catch (error) {
    logFailure('Confetti failed', error)
  }
}

/** The third click starts a burst, and clicks during a burst make it denser; after it the count starts again. */
export function moneyBagReducer(state: MoneyBagState, action: MoneyBagAction): MoneyBagState {
  if (action.type === 'burst-ended') return stillBag
  const clicks = state.clicks + 1
  if (state.density > 0) return { clicks, density: Math.min(maxDensity, state.density + densityStep) }
  return { clicks, density: clicks >= clicksForBurst ? 1 : 0 }
}

function BagDrawing() {
  return (
    <svg className="money-bag__drawing line-icon full" viewBox="0 0 64 64" aria-hidden="true">
      <path
        fill="var(--art-wood)"
        stroke="var(--art-wood-dark)"
        strokeWidth="2"
        d="M24 20 C10 28 5 40 7 50 c1 7 8 10 25 10 s24-3 25-10 C59 40 54 28 40 20 z"
      />
      <path
        fill="var(--art-wood)"
        stroke="var(--art-wood-dark)"
        strokeWidth="2"
        d="M25 18 19 6 c4 2 6 0 8-2 2 3 4 3 5 0 1 3 3 3 5 0 2 2 4 4 8 2 l-6 12 z"
      />
      <path d="M22 19.5 c6 2.4 14 2.4 20 0" stroke="var(--art-gold)" strokeWidth="3.5" />
      <circle cx="32" cy="41" r="11" fill="var(--art-gold)" stroke="var(--art-wood-dark)" strokeWidth="1.5" />
      <path
        stroke="var(--art-wood-dark)"
        strokeWidth="2"
        d="M36.5 36.5 c-1-1.6-2.6-2.3-4.5-2.3 -2.6 0-4.5 1.3-4.5 3.4 0 4.7 9.3 2.2 9.3 6.9 0 2.2-2 3.5-4.8 3.5 -2.2 0-4-.9-5-2.6 M32 31.8 v18.4"
      />
    </svg>
  )
}
