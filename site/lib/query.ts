import { atom, type ReadableAtom } from 'nanostores'
import type { CallFailure, CallResult } from './call.ts'

/** What is known of an answer. The last good one stays while a newer one is awaited, and when that fails. */
export type QueryState<Value> = { value: Value | null; failure: CallFailure | null; isLoading: boolean }

/** One answer, shared by all who ask under the same key. */
export type QueryEntry<Value> = {
  $state: ReadableAtom<QueryState<Value>>
  /** Asks unless the answer is fresh; whoever asks meanwhile waits for the same call. */
  load: () => Promise<void>
  /** Asks in any case; a call under way is dropped. */
  refetch: () => Promise<void>
  /** What the page brought counts as the first answer; where there is one already, it stays. */
  seed: (value: Value) => void
}

export type Query<Value, Key extends string = string> = (key: Key) => QueryEntry<Value>

export type QuerySettings<Key extends string = string> = {
  /** How long an answer is shown without asking again. 0 asks at every load. */
  freshMs?: number
  /** How long an answer that nobody shows is kept for whoever comes back. As long as it is fresh, unless given. */
  keptMs?: number
  /** How often a failed call is repeated, after 1, 2, 4 ... seconds. */
  retries?: number
  /** Called once the last attempt has failed. */
  onFailure?: (failure: CallFailure, key: Key) => void
}

/** A refusal is an answer; a rejection means that the code which asks did not load. */
type Ask<Value, Key> = (key: Key, signal: AbortSignal) => Promise<CallResult<Value>>
type OwnEntry<Value> = QueryEntry<Value> & { isShown: () => boolean; isExpired: () => boolean }

export const nothingLoaded: QueryState<never> = { value: null, failure: null, isLoading: true }

const refetches = new Set<() => Promise<unknown>>()

/** For data that is fetched by other means than a query. */
export function registerRefetch(refetch: () => Promise<unknown>): void {
  refetches.add(refetch)
}

/** Asks anew for all that is shown and forgets the rest; ends when the answers are in, good or bad. */
export async function refetchAll(): Promise<void> {
  await Promise.allSettled([...refetches].map((refetch) => refetch()))
}

/** The one way in which this site caches, shares and repeats calls. */
export function createQuery<Value, Key extends string = string>(
  ask: Ask<Value, Key>,
  settings: QuerySettings<Key> = {}
): Query<Value, Key> {
  const entries = new Map<Key, OwnEntry<Value>>()

  registerRefetch(() => {
    for (const [key, entry] of entries) if (!entry.isShown()) entries.delete(key)
    return Promise.all([...entries.values()].map((entry) => entry.refetch()))
  })

  return (key) => {
    for (const [known, entry] of entries) if (entry.isExpired()) entries.delete(known)
    const entry = entries.get(key) ?? createEntry(ask, key, settings)
    entries.set(key, entry)
    return entry
  }
}

function createEntry<Value, Key extends string>(
  ask: Ask<Value, Key>,
  key: Key,
  { freshMs = 0, keptMs = freshMs, retries = 0, onFailure }: QuerySettings<Key>
): OwnEntry<Value> {
  const $state = atom<QueryState<Value>>(nothingLoaded)
  let answeredAt: number | null = null
  let running: { controller: AbortController; done: Promise<void> } | null = null

  const isYoungerThan = (ms: number) => answeredAt !== null && Date.now() - answeredAt < ms

  async function run({ signal }: AbortController): Promise<void> {
    $state.set({ ...$state.get(), isLoading: true })
    const result = await askWithRetries(() => ask(key, signal), retries, signal)
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
    // One that was never answered may be about to be shown.
    isExpired: () => $state.lc === 0 && running === null && answeredAt !== null && !isYoungerThan(keptMs)
  }
}

async function askWithRetries<Value>(
  ask: () => Promise<CallResult<Value>>,
  retries: number,
  signal: AbortSignal
): Promise<CallResult<Value>> {
  for (let attempt = 0; ; attempt += 1) {
    const result = await ask().catch(notAsked)
    if (result.ok || attempt === retries || signal.aborted) return result
    await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt))
    if (signal.aborted) return result
  }
}

function notAsked(error: unknown): CallFailure {
  return { ok: false, status: 0, message: String(error), from: 'page' }
}
