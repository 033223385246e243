import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { nothingLoaded, type Query, type QueryState, repeatWhileShown } from './query.ts'

const notRequested: QueryState<never> = { value: null, failure: null, isLoading: false }

type QueryUse<Value> = {
  /** How often the answer is loaded again while the page is shown. */
  everyMs?: number
  /** A first answer that came with the page: nothing is requested before it is stale. */
  seed?: Value
}

/** The answer for a key (null requests nothing): loaded at once, at intervals, and when a hidden page is shown again. */
export function useQuery<Value, Key extends string>(
  query: Query<Value, Key>,
  key: Key | null,
  { everyMs, seed }: QueryUse<Value> = {}
): QueryState<Value> & { refetch: () => Promise<void> } {
  const entry = useMemo(() => (key === null ? null : query(key)), [query, key])
  const state = useSyncExternalStore<QueryState<Value>>(
    useCallback((onChange) => entry?.$state.listen(onChange) ?? (() => undefined), [entry]),
    () => entry?.$state.get() ?? notRequested,
    () => (entry === null ? notRequested : nothingLoaded)
  )
  // Seeded in an effect, because on the server entries outlive the page.
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

/** The newest value that is not null, so that the old answer stays on screen until the one for a new key arrives. */
export function useLastValue<Value>(value: Value | null): Value | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
