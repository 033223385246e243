import type { Kysely } from 'kysely'
import { isPostgres } from '../platform/database/dialect/is-postgres.ts'
import { listenForPages } from './page-notices.ts'
import { findPlace } from '../platform/database/open.ts'
import type { Database } from '../platform/database/schema.ts'
import { onPagesQueued } from '../platform/database/write-transaction.ts'

/**
 * Calls the listener whenever something may have come into the log of pages, written by whichever process; it must return
 * at once and not throw.
 * @returns ends that.
 */
export function watchPageLog(db: Kysely<Database>, listener: () => void): () => void {
  // What this process has written, it knows at once.
  const stops = [onPagesQueued(db, listener)]
  if (isPostgres(db)) stops.push(listenForPages(findPlace(db), listener))
  return () => {
    for (const stop of stops) stop()
  }
}
