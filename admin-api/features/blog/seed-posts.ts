import type { Kysely } from 'kysely'
import { sitemapPath } from '../../contract/pages.ts'
import { readMeta, writeMeta } from '../../db/meta.db.ts'
import { enqueuePages } from '../../db/publish-queue.db.ts'
import type { Database } from '../../db/schema.ts'
import { takeWriteLock } from '../../db/write-lock.db.ts'
import { chooseSlug } from './choose-slug.ts'
import { listBlogPaths } from './load-blog-page.ts'
import { countAllPosts, insertPost } from './posts.db.ts'
import { readyPost } from './save-post.ts'

/** A post that comes with the project; `published` is the day it came out. */
type FirstPost = { title: string; excerpt: string; content: string; published: string }

/**
 * Gives a blog that never had a post its first ones, oldest first. Done once for a database: what the operator
 * deletes later does not come back.
 */
export async function seedPosts(
  db: Kysely<Database>,
  readFirstPosts: () => readonly FirstPost[],
  now: Date
): Promise<void> {
  if ((await readMeta(db, 'blog-begun-at')) !== null) return
  const posts = readFirstPosts()
  await db.transaction().execute(async (trx) => {
    await takeWriteLock(trx)
    if ((await countAllPosts(trx)) === 0) {
      for (const [place, post] of posts.entries()) await insertFirstPost(trx, post, place + 1)
      await enqueuePages(trx, [...(await listBlogPaths(trx)), sitemapPath], now)
    }
    await writeMeta(trx, 'blog-begun-at', now.toISOString())
  })
}

async function insertFirstPost(trx: Kysely<Database>, post: FirstPost, archiveNumber: number): Promise<void> {
  const { wantedSlug, followsTitle: _, ...fields } = readyPost({ ...post, published: true })
  const instant = `${post.published}T12:00:00.000Z`
  await insertPost(trx, {
    ...fields,
    slug: await chooseSlug(trx, wantedSlug, null),
    created_at: instant,
    updated_at: instant,
    published_at: instant,
    archive_number: archiveNumber
  })
}
