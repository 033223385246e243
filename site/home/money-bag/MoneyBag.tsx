import { useEffect, useReducer, useRef, useState } from 'react'
import { logFailure } from '../../lib/log.ts'
import { CrashGuard } from '../../ui/CrashGuard.tsx'
import { BagDrawing } from './BagDrawing.tsx'
import './money-bag.css'
import { moneyBagReducer, stillBag } from './money-bag.ts'

const shakeMs = 500

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
    if (!isShaking) return
    const timer = setTimeout(() => setShaking(false), shakeMs)
    return () => clearTimeout(timer)
  }, [isShaking])

  useEffect(() => {
    if (!isBursting) return
    burst(() => density.current).then(() => dispatch({ type: 'burst-ended' }))
  }, [isBursting])

  return (
    <button
      type="button"
      className={isShaking ? 'money-bag money-bag--shaking' : 'money-bag'}
      aria-label="Money bag: shake it"
      data-clicks={bag.clicks}
      onClick={() => {
        dispatch({ type: 'clicked' })
        setShaking(true)
      }}
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
