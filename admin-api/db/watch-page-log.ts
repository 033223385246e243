import type { Kysely } from 'kysely'
import { isPostgres } from './dialect/is-postgres.ts'
import { listenForPages } from './dialect/page-notices.ts'
import { findPlace } from './open.ts'
import type { Database } from './schema.ts'
import { onPagesQueued } from './write-transaction.ts'

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
