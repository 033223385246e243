import type { Db } from '../platform/database/schema.ts'
import { readPageChanges } from '../publishing/page-log.db.ts'
import { createWaitingPages, type PageType } from '../publishing/waiting-pages.ts'

/** Paths in the change log, in the order in which an instance without a cursor would render them. */
export async function readQueuedPaths(db: Db, type: PageType = 'pages'): Promise<string[]> {
  const waiting = createWaitingPages()
  for (const { path, queued_at, goes_first } of await readPageChanges(db, 0, 100_000))
    waiting.add(path, new Date(queued_at), { goesFirst: goes_first === 1 })
  return waiting.list(type).map((page) => page.path)
}
