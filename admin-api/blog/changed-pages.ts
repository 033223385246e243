import type { Kysely } from 'kysely'
import { blogPath, feedOfPostsPath, pathOfPost, postsAPage } from '../contract/blog.ts'
import type { Database } from '../platform/database/schema.ts'
import type { Change } from '../publishing/page-kind.ts'
import type { PostRow } from './to-post.ts'
import { countNewer, findNewer, findOlder, type Neighbour } from './archive.db.ts'
import { archivePageOf, pathOfArchivePage } from './archive.ts'
import { postsInFeed } from './load-blog-page.ts'
import { findRedirectsOf } from './redirects.db.ts'

/** A post that the public can read, so that it has a place in the archive. */
type PublicPost = PostRow & { archive_number: number }

type PostChange = Pick<Change<'post'>, 'before' | 'after'>

/** It shows the newest posts and counts all. */
export async function findChangedFrontPage(change: PostChange, trx: Kysely<Database>): Promise<string[]> {
  const post = publicPostOf(change)
  if (post === null) return []
  return comesOrGoes(change) || (await isAmongNewest(trx, post, postsAPage)) ? [blogPath] : []
}

export async function findChangedFeed(change: PostChange, trx: Kysely<Database>): Promise<string[]> {
  const post = publicPostOf(change)
  return post !== null && (await isAmongNewest(trx, post, postsInFeed)) ? [feedOfPostsPath] : []
}

/** Its own page of the archive, and those that link to that page when it is the only post there. */
export async function findChangedArchivePages(change: PostChange, trx: Kysely<Database>): Promise<string[]> {
  const post = publicPostOf(change)
  if (post === null) return []
  const page = archivePageOf(post.archive_number)
  if (!comesOrGoes(change)) return [pathOfArchivePage(page)]
  const pages = (await findNeighbours(trx, post)).map(({ archive_number }) => archivePageOf(archive_number))
  return pages.includes(page) ? [pathOfArchivePage(page)] : [page, ...pages].map(pathOfArchivePage)
}

/** Itself; and, when its title or address is another now, the posts that link to it and the addresses it once had. */
export async function findChangedPosts(change: PostChange, trx: Kysely<Database>): Promise<string[]> {
  const post = publicPostOf(change)
  if (post === null) return []
  const isLinkedOtherwise =
    comesOrGoes(change) || isMoved(change) || change.before?.title !== change.after?.title
  if (!isLinkedOtherwise) return [pathOfPost(post.slug)]
  const neighbours = await findNeighbours(trx, post)
  const slugs = [post.slug, ...neighbours.map(({ slug }) => slug), ...(await findRedirectsOf(trx, post.id))]
  return slugs.map(pathOfPost)
}

/** Whether the public has one address more or less, or one that last changed on another day. */
export function areAddressesChanged(change: PostChange): boolean {
  if (publicPostOf(change) === null) return false
  return comesOrGoes(change) || isMoved(change) || dayOf(change.before) !== dayOf(change.after)
}

/** What the public reads of it now, or did before; null for a draft that stays one. */
function publicPostOf({ before, after }: PostChange): PublicPost | null {
  if (isPublic(after)) return after
  return isPublic(before) ? before : null
}

function comesOrGoes({ before, after }: PostChange): boolean {
  return isPublic(before) !== isPublic(after)
}

function isMoved({ before, after }: PostChange): boolean {
  return before?.slug !== after?.slug
}

async function isAmongNewest(trx: Kysely<Database>, post: PublicPost, most: number): Promise<boolean> {
  return (await countNewer(trx, post.archive_number, most)) < most
}

/** The posts that came out next before and after it. */
async function findNeighbours(
  trx: Kysely<Database>,
  { archive_number }: PublicPost
): Promise<readonly Neighbour[]> {
  const found = [await findNewer(trx, archive_number), await findOlder(trx, archive_number)]
  return found.filter((neighbour) => neighbour !== undefined)
}

function isPublic(post: PostRow | null): post is PublicPost {
  return post !== null && post.published === 1 && post.archive_number !== null
}

function dayOf(post: PostRow | null): string | undefined {
  return post?.updated_at.slice(0, 10)
}
