import { atom, type ReadableAtom } from 'nanostores'
import type { CallFailure, CallResult } from './call-endpoint.ts'

/** State of a request. The last good answer stays while a newer one is loading, and if that fails. */
export type QueryState<Value> = { value: Value | null; failure: CallFailure | null; isLoading: boolean }

/** One answer, shared by everything that uses its key. */
export type QueryEntry<Value> = {
  $state: ReadableAtom<QueryState<Value>>
  /** Sends a request unless the answer is fresh or a request is running; resolves when it has finished. */
  load: () => Promise<void>
  /** Always sends a request, and cancels a running one. */
  refetch: () => Promise<void>
  /** Uses a value from the page as the first answer, unless there is one or a request is running. */
  seed: (value: Value) => void
}

export type Query<Value, Key extends string = string> = (key: Key) => QueryEntry<Value>

export type QuerySettings<Key extends string = string> = {
  /** How long an answer is fresh. With 0, the default, each load sends a request. */
  freshMs?: number
  /** How long an answer stays cached while nothing shows it; `freshMs` by default. */
  cacheMs?: number
  /** Number of retries, after 1, 2, 4 ... seconds. */
  retries?: number
  /** Called after the last attempt has failed. */
  onFailure?: (failure: CallFailure, key: Key) => void
}

type Fetch<Value, Key> = (key: Key, signal: AbortSignal) => Promise<CallResult<Value>>
type OwnEntry<Value> = QueryEntry<Value> & { isShown: () => boolean; isExpired: () => boolean }

export const nothingLoaded: QueryState<never> = { value: null, failure: null, isLoading: true }

const refetches = new Set<() => Promise<unknown>>()

/** Registers a refetch of data that no query fetches. */
export function registerRefetch(refetch: () => Promise<unknown>): void {
  refetches.add(refetch)
}

/** Refetches everything on screen and drops other answers; resolves after all answers and failures. */
export async function refetchAll(): Promise<void> {
  await Promise.allSettled([...refetches].map((refetch) => refetch()))
}

/** A value outside of components: the cached one, or that of a request; null if it failed. */
export async function loadValue<Value>({ load, $state }: QueryEntry<Value>): Promise<Value | null> {
  await load()
  return $state.get().value
}

/** Caches, shares and repeats requests; used for all of them on this site. */
export function createQuery<Value, Key extends string = string>(
  fetchValue: Fetch<Value, Key>,
  settings: QuerySettings<Key> = {}
): Query<Value, Key> {
  const entries = new Map<Key, OwnEntry<Value>>()

  registerRefetch(() => {
    for (const [key, entry] of entries) if (!entry.isShown()) entries.delete(key)
    return Promise.all([...entries.values()].map((entry) => entry.refetch()))
  })

  return (key) => {
    for (const [known, entry] of entries) if (entry.isExpired()) entries.delete(known)
    const entry = entries.get(key) ?? createEntry(fetchValue, key, settings)
    entries.set(key, entry)
    return entry
  }
}

function createEntry<Value, Key extends string>(
  fetchValue: Fetch<Value, Key>,
  key: Key,
  { freshMs = 0, cacheMs = freshMs, retries = 0, onFailure }: QuerySettings<Key>
): OwnEntry<Value> {
  const $state = atom<QueryState<Value>>(nothingLoaded)
  let answeredAt: number | null = null
  let running: { controller: AbortController; done: Promise<void> } | null = null

  const isYoungerThan = (ms: number) => {
    if (answeredAt === null) return false
    const age = Date.now() - answeredAt
    // Negative after the clock was set back; the real age is unknown then.
    return age >= 0 && age < ms
  }

  async function run({ signal }: AbortController): Promise<void> {
    $state.set({ ...$state.get(), isLoading: true })
    const result = await fetchWithRetries(() => fetchValue(key, signal), retries, signal)
    if (signal.aborted) return
    running = null
    if (result.ok) {
      answeredAt = Date.now()
      $state.set({ value: result.value, failure: null, isLoading: false })
    } else {
      $state.set({ ...$state.get(), failure: result, isLoading: false })
      onFailure?.(result, key)
    }
  }

  function refetch(): Promise<void> {
    running?.controller.abort()
    const controller = new AbortController()
    const done = run(controller)
    running = { controller, done }
    return done
  }

  return {
    $state,
    refetch,
    seed: (value) => {
      if (answeredAt !== null || running !== null) return
      answeredAt = Date.now()
      $state.set({ value, failure: null, isLoading: false })
    },
    load: async () => {
      if (running !== null) return running.done
      if (!isYoungerThan(freshMs)) await refetch()
    },
    isShown: () => $state.lc > 0,
    // An entry without an answer may be about to be shown.
    isExpired: () => $state.lc === 0 && running === null && answeredAt !== null && !isYoungerThan(cacheMs)
  }
}

async function fetchWithRetries<Value>(
  fetchOnce: () => Promise<CallResult<Value>>,
  retries: number,
  signal: AbortSignal
): Promise<CallResult<Value>> {
  for (let attempt = 0; ; attempt += 1) {
    const result = await fetchOnce()
    if (result.ok || attempt === retries || signal.aborted) return result
    await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt))
    if (signal.aborted) return result
  }
}

/**
 * Repeats a task every `everyMs` milliseconds (undefined: never) while the page is visible and online, and runs it at
 * once when a hidden page is shown again or the connection is back. Returns a function that stops it.
 */
export function repeatWhileShown(task: () => void, everyMs: number | undefined): () => void {
  const run = () => {
    if (!document.hidden && navigator.onLine) task()
  }
  const timer = everyMs === undefined ? undefined : setInterval(run, everyMs)
  document.addEventListener('visibilitychange', run)
  window.addEventListener('online', run)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', run)
    window.removeEventListener('online', run)
  }
}
