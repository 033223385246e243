import { type Reducer, useCallback, useEffect, useReducer, useRef } from 'react'
import type { CallResult } from './call.ts'
import { nothingRead, type Polled, type PolledAction, polledReducer } from './polled.ts'

type Read<Value> = (signal: AbortSignal) => Promise<CallResult<Value>>

/**
 * Reads at once, again whenever `read` is another function (keep it with useCallback), and every `everyMs`
 * milliseconds while the page is looked at; null never repeats. A page that comes back into view reads at once.
 */
export function usePolled<Value>(
  read: Read<Value>,
  everyMs: number | null
): Polled<Value> & { refetch: () => Promise<void> } {
  const [state, dispatch] = useReducer<Polled<Value>, [PolledAction<Value>]>(
    polledReducer as Reducer<Polled<Value>, PolledAction<Value>>,
    nothingRead
  )
  const running = useRef<AbortController | null>(null)

  /** A newer reading takes the place of one under way. */
  const refetch = useCallback(async () => {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    dispatch({ type: 'asked' })
    const result = await read(controller.signal)
    if (controller.signal.aborted) return
    running.current = null
    dispatch({ type: 'answered', result, at: Date.now() })
  }, [read])

  useEffect(() => {
    void refetch()
    return () => running.current?.abort()
  }, [refetch])

  useEffect(() => {
    if (everyMs === null) return
    const tick = () => {
      if (!document.hidden && running.current === null) void refetch()
    }
    const timer = setInterval(tick, everyMs)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [refetch, everyMs])

  return { ...state, refetch }
}
