import type { Kysely } from 'kysely'
import { blogPath, feedOfPostsPath, pathOfPost, postsAPage } from '../../contract/blog.ts'
import { sitemapPath } from '../../contract/pages.ts'
import type { Database } from '../../db/schema.ts'
import { countNewer, findNewer, findOlder, type Neighbour } from './archive.db.ts'
import { archivePageOf, pathOfArchivePage } from './archive.ts'
import { postsInFeed } from './load-blog-page.ts'
import type { PostRow } from './posts.db.ts'
import { findRedirectsOf } from './redirects.db.ts'

/** A post that the public can read, so that it has a place in the archive. */
type PublicPost = PostRow & { archive_number: number }

/**
 * The pages that tell something else because `before` became `after`; null stands for a post that is not there. Call
 * it in the transaction of the change, after it, while the redirects of a post that goes are still there.
 */
export async function findChangedPages(
  trx: Kysely<Database>,
  before: PostRow | null,
  after: PostRow | null
): Promise<string[]> {
  const old = isPublic(before) ? before : null
  const fresh = isPublic(after) ? after : null
  const post = fresh ?? old
  if (post === null) return []
  const paths = [pathOfPost(post.slug), pathOfArchivePage(archivePageOf(post.archive_number))]
  const place = await countNewer(trx, post.archive_number, postsInFeed)
  if (place < postsInFeed) paths.push(feedOfPostsPath)

  if (old === null || fresh === null) {
    // It comes or goes: the front page counts it, and the list of addresses has one more or one less.
    return [
      ...paths,
      blogPath,
      sitemapPath,
      ...(await pagesAround(trx, post)),
      ...(await redirects(trx, post))
    ]
  }
  if (place < postsAPage) paths.push(blogPath)
  const isMoved = old.slug !== fresh.slug
  if (isMoved || old.title !== fresh.title) {
    const [newer, older] = await neighboursOf(trx, fresh)
    for (const neighbour of [newer, older]) if (neighbour) paths.push(pathOfPost(neighbour.slug))
    paths.push(...(await redirects(trx, fresh)))
  }
  if (isMoved || dayOf(old) !== dayOf(fresh)) paths.push(sitemapPath)
  return paths
}

/** The posts before and after it, which link to it, and the archive pages that link to its page if it is alone there. */
async function pagesAround(trx: Kysely<Database>, post: PublicPost): Promise<string[]> {
  const neighbours = (await neighboursOf(trx, post)).filter((neighbour) => neighbour !== undefined)
  const page = archivePageOf(post.archive_number)
  const pages = neighbours.map((neighbour) => archivePageOf(neighbour.archive_number))
  return [
    ...neighbours.map(({ slug }) => pathOfPost(slug)),
    ...(pages.includes(page) ? [] : pages.map(pathOfArchivePage))
  ]
}

async function neighboursOf(
  trx: Kysely<Database>,
  { archive_number }: PublicPost
): Promise<[newer: Neighbour | undefined, older: Neighbour | undefined]> {
  return [await findNewer(trx, archive_number), await findOlder(trx, archive_number)]
}

async function redirects(trx: Kysely<Database>, { id }: PublicPost): Promise<string[]> {
  return (await findRedirectsOf(trx, id)).map(pathOfPost)
}

function isPublic(post: PostRow | null): post is PublicPost {
  return post !== null && post.published === 1 && post.archive_number !== null
}

function dayOf({ updated_at }: PostRow): string {
  return updated_at.slice(0, 10)
}
