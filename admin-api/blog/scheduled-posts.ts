import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { runEvery } from '../platform/background.ts'
import type { Database } from '../platform/database/schema.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { publishDuePosts } from './save-post.ts'

const pollMs = 30_000

/**
 * Publishes scheduled posts once they are due, and at the start those that became due before.
 * @returns function that stops it
 */
export function startPublishingPosts({
  db,
  clock,
  log,
  queueChange
}: {
  db: Kysely<Database>
  clock: () => Date
  log: Logger
  queueChange: QueueChange
}): () => Promise<void> {
  return runEvery(pollMs, () => publishDuePosts(db, { now: clock(), queueChange }), {
    startsNow: true,
    onError: (error) => log.error({ err: error }, 'scheduled posts could not be published; retrying')
  })
}
