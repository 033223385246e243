import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { nothingLoaded, type Query, type QueryState } from './query.ts'
import { repeatWhileShown } from './repeat-while-shown.ts'

const notAsked: QueryState<never> = { value: null, failure: null, isLoading: false }

type QueryUse<Value> = {
  /** How often the answer is loaded anew while the page is shown. */
  everyMs?: number
  /** What came with the page, which is as old as the page itself: nothing is asked before that is stale. */
  seed?: Value
}

/**
 * The answer under `key` (null asks for nothing), loaded at once, then as often as is said, and when the page is shown
 * again after it was hidden.
 */
export function useQuery<Value, Key extends string>(
  query: Query<Value, Key>,
  key: Key | null,
  { everyMs, seed }: QueryUse<Value> = {}
): QueryState<Value> & { refetch: () => Promise<void> } {
  const entry = useMemo(() => (key === null ? null : query(key)), [query, key])
  const state = useSyncExternalStore<QueryState<Value>>(
    useCallback((onChange) => entry?.$state.listen(onChange) ?? (() => undefined), [entry]),
    () => entry?.$state.get() ?? notAsked,
    () => (entry === null ? notAsked : nothingLoaded)
  )
  // Not while rendering: on the server entries outlive the page.
  useEffect(() => {
    if (seed !== undefined) entry?.seed(seed)
    void entry?.load()
  }, [entry, seed])
  useEffect(
    () => (entry === null ? undefined : repeatWhileShown(() => void entry.load(), everyMs)),
    [entry, everyMs]
  )
  const refetch = useCallback(async () => entry?.refetch(), [entry])
  return { ...state, refetch }
}

/** The newest value that is not null: what was shown stays until the answer under another key is there. */
export function useLastValue<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
