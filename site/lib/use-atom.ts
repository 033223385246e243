import type { ReadableAtom } from 'nanostores'
import { useCallback, useSyncExternalStore } from 'react'

/**
 * What a store holds now. `drawnWith` is what the server drew the island with, where the store may hold something
 * else by the time it hydrates. (@nanostores/react does the same in 0.5 kB: half of it follows single keys of maps.)
 */
export function useAtom<Value>(store: ReadableAtom<Value>, drawnWith?: Value): Value {
  return useSyncExternalStore(
    useCallback((onChange) => store.listen(onChange), [store]),
    store.get,
    () => drawnWith ?? store.get()
  )
}
