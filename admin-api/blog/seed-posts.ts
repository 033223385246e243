import { readMeta, writeMeta } from '../platform/database/meta.db.ts'
import type { PostRow } from '../platform/database/schema/blog.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { countAllPosts, insertPost } from './posts.db.ts'
import { chooseSlug, preparePost } from './prepare-post.ts'

/** A post that comes with the project; `published` is an ISO day. */
type FirstPost = { title: string; excerpt: string; content: string; published: string }

/** Adds the first posts to a new blog, oldest first. Done once per database: deleted ones don't come back. */
export async function seedPosts(
  db: Db,
  readFirstPosts: () => readonly FirstPost[],
  {
    now,
    demoDay = null,
    queueChange
  }: {
    now: Date
    /** Day of a demonstration, which shows no later posts. */
    demoDay?: string | null
    queueChange: QueueChange
  }
): Promise<void> {
  if ((await readMeta(db, 'blog-begun-at')) !== null) return
  const posts = readFirstPosts().filter(({ published }) => demoDay === null || published <= demoDay)
  await writeTransaction(db, async (trx) => {
    // Several processes may start at once; one of them adds the posts.
    if ((await readMeta(trx, 'blog-begun-at')) !== null) return
    if ((await countAllPosts(trx)) === 0) {
      for (const [index, post] of posts.entries()) {
        const after = await insertFirstPost(trx, post, index + 1)
        await queueChange(trx, { kind: 'post', before: null, after }, now)
      }
      await queueChange(trx, { kind: 'addresses' }, now)
    }
    await writeMeta(trx, 'blog-begun-at', now.toISOString())
  })
}

async function insertFirstPost(trx: Db, post: FirstPost, archiveNumber: number): Promise<PostRow> {
  const {
    wantedSlug,
    followsTitle: _,
    chosenDate: _date,
    ...fields
  } = preparePost({ ...post, published: true })
  const instant = `${post.published}T12:00:00.000Z`
  return insertPost(trx, {
    ...fields,
    slug: await chooseSlug(trx, wantedSlug, null),
    created_at: instant,
    updated_at: instant,
    published_at: instant,
    archive_number: archiveNumber
  })
}
