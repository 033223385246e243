import type { Kysely } from 'kysely'
import { deletedPostDays } from '../contract/blog.ts'
import { idempotencyKey } from '../contract/idempotency-key.ts'
import { writeLog } from '../admin-log/admin-log.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { deletePostsDeletedBefore } from './deleted-posts.db.ts'
import { deleteKeysUsedBefore } from './post-keys.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Removes for good the posts that were deleted 30 days ago, and the keys of calls that nobody sends again. */
export async function sweepPosts(db: Kysely<Database>, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await writeTransaction(db, async (trx) => {
    await deleteKeysUsedBefore(trx, before(idempotencyKey.keptHours * hourMs))
    for (const title of await deletePostsDeletedBefore(trx, before(deletedPostDays * dayMs))) {
      const message = `Removed the post "${title}" for good, ${deletedPostDays} days after it was deleted`
      await writeLog(trx, { level: 'INFO', category: 'SYSTEM', action: 'DELETE', message }, now)
    }
  })
}
