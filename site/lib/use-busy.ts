import { useCallback, useRef, useState } from 'react'

type RunOnce = (key: string, task: () => Promise<void>) => Promise<void>

/** Keys of running tasks, and a function that runs a task unless one with its key is running. */
export function useBusy(): [ReadonlySet<string>, RunOnce] {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set())
  const running = useRef(new Set<string>())

  const run = useCallback<RunOnce>(async (key, task) => {
    if (running.current.has(key)) return
    running.current.add(key)
    setBusy(new Set(running.current))
    try {
      await task()
    } finally {
      running.current.delete(key)
      setBusy(new Set(running.current))
    }
  }, [])

  return [busy, run]
}
