/** What counts callers by a key. */
type Counter = { delete: (key: string) => Promise<unknown> }

/**
 * Keeps the memory of counters bounded. To be called with each caller before it is counted: for a new one beyond `most`
 * the one that has not come for the longest is forgotten.
 */
export function forgetOldest(counters: readonly Counter[], most: number): (key: string) => Promise<void> {
  const keys = new Set<string>()
  return async (key) => {
    keys.delete(key)
    keys.add(key)
    const [oldest] = keys
    if (keys.size <= most || oldest === undefined) return
    keys.delete(oldest)
    for (const counter of counters) await counter.delete(oldest)
  }
}
