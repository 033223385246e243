import { blogPath, feedOfPostsPath, pathOfPost, pathOfTag, postsAPage } from '../contract/blog.ts'
import type { PostRow } from '../platform/database/schema/blog.ts'
import type { Db } from '../platform/database/schema.ts'
import type { Change } from '../publishing/page-kind.ts'
import {
  archivePageOf,
  countNewer,
  findNewer,
  findOlder,
  type Neighbor,
  pathOfArchivePage
} from './archive.db.ts'
import { parseTags, postsInFeed } from './load-blog-page.ts'
import { findRedirectsOf } from './posts.db.ts'

type PublicPost = PostRow & { archive_number: number }

type PostChange = Pick<Change<'post'>, 'before' | 'after'>

/** The front page shows the newest posts and the number of all. */
export async function findChangedFrontPage(change: PostChange, trx: Db): Promise<string[]> {
  const post = publicPostOf(change)
  if (post === null) return []
  return togglesPublic(change) || (await isAmongNewest(trx, post, postsAPage)) ? [blogPath] : []
}

export async function findChangedFeed(change: PostChange, trx: Db): Promise<string[]> {
  const post = publicPostOf(change)
  return post !== null && (await isAmongNewest(trx, post, postsInFeed)) ? [feedOfPostsPath] : []
}

/** The post's archive page, and the pages that link to it if it is the only post there. */
export async function findChangedArchivePages(change: PostChange, trx: Db): Promise<string[]> {
  const post = publicPostOf(change)
  if (post === null) return []
  const page = archivePageOf(post.archive_number)
  if (!togglesPublic(change)) return [pathOfArchivePage(page)]
  const pages = (await findNeighbors(trx, post)).map(({ archive_number }) => archivePageOf(archive_number))
  return pages.includes(page) ? [pathOfArchivePage(page)] : [page, ...pages].map(pathOfArchivePage)
}

/** The post's page; if its title or address changed, also its neighbors and its former addresses. */
export async function findChangedPosts(change: PostChange, trx: Db): Promise<string[]> {
  const post = publicPostOf(change)
  if (post === null) return []
  const areLinksChanged =
    togglesPublic(change) || isMoved(change) || change.before?.title !== change.after?.title
  if (!areLinksChanged) return [pathOfPost(post.slug)]
  const neighbors = await findNeighbors(trx, post)
  const slugs = [post.slug, ...neighbors.map(({ slug }) => slug), ...(await findRedirectsOf(trx, post.id))]
  return slugs.map(pathOfPost)
}

/** Pages of the tags that the post has or had. */
export function findChangedTagPages(change: PostChange): string[] {
  if (publicPostOf(change) === null) return []
  return [...new Set([...tagsOf(change.before), ...tagsOf(change.after)])].map(pathOfTag)
}

function tagsOf(post: PostRow | null): string[] {
  return post === null ? [] : parseTags(post.tags)
}

/** Whether the sitemap changed: an address was added or removed, or the day of a last change differs. */
export function areAddressesChanged(change: PostChange): boolean {
  if (publicPostOf(change) === null) return false
  const { before, after } = change
  return (
    togglesPublic(change) || isMoved(change) || before?.tags !== after?.tags || dayOf(before) !== dayOf(after)
  )
}

/** The post as the public reads it now or read it before; null for a draft that stays one. */
function publicPostOf({ before, after }: PostChange): PublicPost | null {
  if (isPublic(after)) return after
  return isPublic(before) ? before : null
}

function togglesPublic({ before, after }: PostChange): boolean {
  return isPublic(before) !== isPublic(after)
}

function isMoved({ before, after }: PostChange): boolean {
  return before?.slug !== after?.slug
}

async function isAmongNewest(trx: Db, post: PublicPost, most: number): Promise<boolean> {
  return (await countNewer(trx, post.archive_number, most)) < most
}

async function findNeighbors(trx: Db, { archive_number }: PublicPost): Promise<readonly Neighbor[]> {
  const neighbors = [await findNewer(trx, archive_number), await findOlder(trx, archive_number)]
  return neighbors.filter((neighbor) => neighbor !== undefined)
}

function isPublic(post: PostRow | null): post is PublicPost {
  return post !== null && post.published === 1 && post.archive_number !== null
}

function dayOf(post: PostRow | null): string | undefined {
  return post?.updated_at.slice(0, 10)
}
