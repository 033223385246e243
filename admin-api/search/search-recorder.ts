import type { Logger } from 'pino'
import type { Job } from '../estimates/job.ts'
import { shortenAddress } from '../platform/http/client-address.ts'
import { type RecordedSearch, storeSearches } from './search-history.db.ts'

const flushAfterMs = 500
const maxUserAgent = 300
/** While the database fails, further searches are dropped to limit memory. */
const maxBuffered = 10_000

/**
 * Stores searches outside the thread that answers requests, because a commit and a checkpoint take 5 to 30 ms. Before all
 * waiting jobs: a killed process loses the searches that wait.
 */
export const saveSearches: Job<readonly RecordedSearch[], void> = {
  name: 'save-searches',
  turn: 'next',
  run: ({ db }, searches) => storeSearches(db, searches)
}

/** Records searches without delaying responses: they are buffered in memory and written together. */
export type SearchRecorder = {
  /** Buffers the search in memory and returns at once. */
  record: (search: { symbol: string; ip: string; userAgent: string }) => void
  /** Writes all buffered searches. Batches are written one after the other, so that waiting for the last one is enough. */
  flush: () => Promise<void>
}

export function createSearchRecorder(parts: {
  store: (searches: readonly RecordedSearch[]) => Promise<void>
  clock: () => Date
  log: Logger
}): SearchRecorder {
  let buffered: RecordedSearch[] = []
  let timer: NodeJS.Timeout | null = null
  let writing: Promise<void> = Promise.resolve()

  async function writeBuffered(): Promise<void> {
    const batch = buffered
    buffered = []
    if (batch.length === 0) return
    try {
      await parts.store(batch)
    } catch (error) {
      buffered = [...batch, ...buffered].slice(0, maxBuffered)
      parts.log.error({ err: error, searches: batch.length }, 'searches could not be written yet')
    }
  }

  function flush(): Promise<void> {
    if (timer !== null) clearTimeout(timer)
    timer = null
    writing = writing.then(writeBuffered)
    return writing
  }

  return {
    record: ({ symbol, ip, userAgent }) => {
      if (buffered.length >= maxBuffered) return
      buffered.push({
        symbol,
        searched_at: parts.clock().toISOString(),
        ip_short: shortenAddress(ip),
        user_agent: userAgent.slice(0, maxUserAgent)
      })
      timer ??= setTimeout(flush, flushAfterMs)
    },
    flush
  }
}
