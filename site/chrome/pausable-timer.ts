export type PausableTimer = { pause: () => void; resume: () => void; stop: () => void }

/** Calls `onEnd` after `durationMs`, not counting the time it was paused. Starts running. */
export function startPausableTimer(durationMs: number, onEnd: () => void): PausableTimer {
  let remainingMs = durationMs
  let startedAt = performance.now()
  let timer: ReturnType<typeof setTimeout> | undefined = setTimeout(onEnd, remainingMs)
  let isStopped = false

  return {
    pause: () => {
      if (timer === undefined) return
      clearTimeout(timer)
      timer = undefined
      remainingMs -= performance.now() - startedAt
    },
    resume: () => {
      if (timer !== undefined || isStopped) return
      startedAt = performance.now()
      timer = setTimeout(onEnd, Math.max(0, remainingMs))
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    }
  }
}
