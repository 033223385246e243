import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { findLocation, leaveCheckpoints, openDatabase, pauseWrites } from '../platform/database/open.ts'
import type { Database } from '../platform/database/schema.ts'
import { createThread, serveTasks } from '../platform/worker-threads.ts'
import * as history from './search-history.db.ts'

type SearchTasks = {
  storeSearches: (task: { location: string; searches: readonly history.RecordedSearch[] }) => Promise<void>
}

/** Most sites have a search in ten minutes, and starting a thread takes a tenth of a second. */
const idleMs = 600_000
/** A batch of 10,000 searches needs 30 MB. */
const maxHeapMegabytes = 128
const youngMegabytes = 4

/**
 * Stores searches in a thread, because a commit and the checkpoint of SQLite's write-ahead log that may follow take 5 to
 * 30 ms, during which pages would wait. Other writes of `db` wait meanwhile.
 */
export async function openSearchThread(
  db: Kysely<Database>,
  log: Logger
): Promise<{
  store: (searches: readonly history.RecordedSearch[]) => Promise<void>
  stop: () => Promise<void>
}> {
  await leaveCheckpoints(db)
  const location = findLocation(db)
  const thread = createThread<SearchTasks>({
    purpose: 'stores searches',
    worker: new URL('./search-thread.ts', import.meta.url),
    idleMs,
    maxHeapMegabytes,
    youngMegabytes,
    onIdleError: (error) => log.error({ err: error }, 'the idle search thread failed')
  })
  return {
    store: async (searches) => {
      const resumeWrites = await pauseWrites(db)
      try {
        await thread.run('storeSearches', { location, searches })
      } finally {
        resumeWrites()
      }
    },
    stop: thread.stop
  }
}

/** Connection of the thread; never opened in the main thread. */
let opened: Kysely<Database> | null = null

/** Task of the thread, whose worker this file is. */
export const { storeSearches } = serveTasks<SearchTasks>({
  storeSearches: ({ location, searches }) => {
    opened ??= openDatabase(location, { poolSize: 1 })
    return history.storeSearches(opened, searches)
  }
})
