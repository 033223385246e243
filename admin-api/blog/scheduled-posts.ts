import { writeLog } from '../admin-log/admin-log.db.ts'
import { deletedPostDays, uploadedPictureDays } from '../contract/blog.ts'
import { idempotencyKey } from '../contract/headers.ts'
import type { JobParts } from '../estimates/job.ts'
import { countOf } from '../numbers/format-numbers.ts'
import { runEvery } from '../platform/background.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { deletePictures, findPicturesUploadedBefore, findUsedPictures } from './images/pictures.db.ts'
import { deletePostsDeletedBefore } from './posts.db.ts'
import { publishDuePosts } from './save-post.ts'

const pollMs = 30_000

type PublishingParts = Pick<JobParts, 'db' | 'log' | 'queueChange'> & { clock: () => Date }

/**
 * Publishes scheduled posts once they are due, and at the start those that became due before.
 * @returns function that stops it
 */
export function startPublishingPosts({ db, clock, log, queueChange }: PublishingParts): () => Promise<void> {
  return runEvery(pollMs, () => publishDuePosts(db, { now: clock(), queueChange }), {
    startsNow: true,
    onError: (error) => log.error({ err: error }, 'scheduled posts could not be published; retrying')
  })
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** Removes posts deleted 30 days ago and expired idempotency keys. */
export async function cleanUpPosts(db: Db, now: Date): Promise<void> {
  const before = (ms: number) => new Date(now.getTime() - ms).toISOString()
  await writeTransaction(db, async (trx) => {
    const keysBefore = before(idempotencyKey.retentionHours * hourMs)
    await trx.deleteFrom('post_key').where('used_at', '<=', keysBefore).execute()
    for (const title of await deletePostsDeletedBefore(trx, before(deletedPostDays * dayMs))) {
      const message = `Removed the post "${title}" for good, ${deletedPostDays} days after it was deleted`
      await writeLog(trx, { category: 'SYSTEM', action: 'DELETE', message }, now)
    }
  })
}

/**
 * Removes pictures uploaded over a week ago that no post uses: published, draft, or deleted and still restorable.
 * Newer pictures may be in posts that are still being written in a browser.
 */
export async function cleanUpPictures(db: Db, now: Date): Promise<void> {
  const weekAgo = new Date(now.getTime() - uploadedPictureDays * dayMs).toISOString()
  // In a transaction, so that no post is saved with a picture that is being removed.
  await writeTransaction(db, async (trx) => {
    const old = await findPicturesUploadedBefore(trx, weekAgo)
    if (old.length === 0) return
    const used = await findUsedPictures(trx)
    const unused = old.filter((name) => !used.has(name))
    if (unused.length === 0) return
    await deletePictures(trx, unused)
    const message = `Removed ${countOf(unused.length, 'uploaded picture')} that no post uses, ${uploadedPictureDays} days after the upload`
    const metadata = { pictures: unused }
    await writeLog(trx, { category: 'SYSTEM', action: 'DELETE', message, metadata }, now)
  })
}
