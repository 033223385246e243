import confetti from 'canvas-confetti'
import { resolvedColor } from '../../lib/resolved-color.ts'

const burstMs = 4000
const volleyMs = 200
const piecesAVolley = 14
const coinTokens = ['--gold', '--accent', '--chart-trend'] as const

/** Throws confetti for four seconds, denser with each click meanwhile. Resolves after the last volley. */
export function throwConfetti(countClicks: () => number): Promise<void> {
  const colors = coinTokens.map((token) => hexOf(resolvedColor(token)))
  const endsAt = performance.now() + burstMs
  // The library makes its worker from a blob, which the content security policy forbids.
  const fire = confetti.create(undefined, { resize: true, useWorker: false, disableForReducedMotion: true })

  return new Promise((resolve) => {
    const timer = setInterval(volley, volleyMs)
    volley()

    function volley() {
      const left = endsAt - performance.now()
      if (left <= 0) {
        clearInterval(timer)
        resolve()
        return
      }
      const density = densityAfter(countClicks())
      const particleCount = Math.round(piecesAVolley * density * (0.4 + (0.6 * left) / burstMs))
      for (const x of [0.15 + Math.random() * 0.2, 0.65 + Math.random() * 0.2]) {
        void fire({
          particleCount,
          colors,
          origin: { x, y: Math.random() * 0.3 },
          spread: 360,
          startVelocity: 26,
          ticks: 90
        })
      }
    }
  })
}

/** Half as dense again with each click during the burst, up to three times. */
export function densityAfter(clicks: number): number {
  return Math.min(3, 1 + clicks / 2)
}

/** 'rgb(200, 148, 31)' -> '#c8941f', the only notation the library reads. */
function hexOf(rgb: string): string {
  const channels = rgb.match(/\d+/g)?.slice(0, 3) ?? []
  return `#${channels.map((channel) => Number(channel).toString(16).padStart(2, '0')).join('')}`
}
