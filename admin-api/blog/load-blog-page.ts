import {
  type BlogPage,
  blogPath,
  type DeletedPost,
  deletedPostDays,
  type Post,
  type PostPage,
  type PostSummary,
  pathOfPost,
  postsAPage,
  slugOf
} from '../contract/blog.ts'
import type { RedirectPage } from '../contract/page-models.ts'
import { findMailingList } from '../pages/mailing-list.db.ts'
import type { DeletedPostTable, PostRow } from '../platform/database/schema/blog.ts'
import type { Db } from '../platform/database/schema.ts'
import {
  archivePageOf,
  countPublished,
  findNewer,
  findNewestPosts,
  findOlder,
  findPublished,
  findPublishedBetween,
  findTaggedPosts,
  type Neighbor,
  pathOfArchivePage
} from './archive.db.ts'
import { markHeadings } from './content/post-text.ts'
import { resolveLiveFigures } from './live-figures.ts'
import { findPostBySlug, findRedirect, type SummaryRow } from './posts.db.ts'

export const postsInFeed = 20

export async function loadFrontPage(db: Db): Promise<BlogPage> {
  const rows = await findPublished(db, { limit: postsAPage })
  const last = rows.at(-1)?.archive_number ?? null
  const older = last === null ? undefined : await findOlder(db, last)
  return {
    kind: 'blog',
    archivePage: null,
    posts: rows.map(toPostSummary),
    newerPath: null,
    olderPath: older === undefined ? null : pathOfPlace(older),
    total: await countPublished(db),
    mailingList: await findMailingList(db)
  }
}

/**
 * Archive page; null if it has no posts. Archive pages are numbered from the oldest post and keep their posts, so that a
 * new post changes only the front page and one archive page; they have no total for the same reason.
 */
export async function loadArchivePage(db: Db, page: number): Promise<BlogPage | null> {
  const last = page * postsAPage
  const first = last - postsAPage + 1
  const rows = await findPublishedBetween(db, first, last)
  if (rows.length === 0) return null
  const newer = await findNewer(db, last)
  const older = await findOlder(db, first)
  return {
    kind: 'blog',
    archivePage: page,
    posts: rows.map(toPostSummary),
    newerPath: newer === undefined ? blogPath : pathOfPlace(newer),
    olderPath: older === undefined ? null : pathOfPlace(older),
    total: null,
    mailingList: null
  }
}

/** The post, or a redirect to it from a former address; null if there is no public one. */
export async function loadPostPage(
  db: Db,
  slug: string
): Promise<PostPage | RedirectPage<'blog-redirect'> | null> {
  const row = await findPostBySlug(db, slug)
  if (row === undefined) {
    const target = await findRedirect(db, slug)
    if (target === undefined) return null
    return { kind: 'blog-redirect', to: pathOfPost(target.slug), title: target.title }
  }
  if (row.published === 0 || row.archive_number === null) return null
  const { content, contents } = markHeadings(await resolveLiveFigures(db, row.content))
  return {
    kind: 'blog-post',
    post: { ...toPost(row), content },
    contents,
    newer: toLink(await findNewer(db, row.archive_number)),
    older: toLink(await findOlder(db, row.archive_number))
  }
}

/** Full posts, newest first. Their links and images are paths, which a feed must make absolute. */
export async function loadBlogFeed(db: Db) {
  const posts = await Promise.all(
    (await findNewestPosts(db, postsInFeed)).map(async (row) => ({
      ...toPost(row),
      content: await resolveLiveFigures(db, row.content)
    }))
  )
  return { kind: 'blog-feed' as const, posts }
}

function pathOfPlace({ archive_number }: Neighbor): string {
  return pathOfArchivePage(archivePageOf(archive_number))
}

function toLink(neighbor: Neighbor | undefined) {
  return neighbor === undefined ? null : { title: neighbor.title, path: pathOfPost(neighbor.slug) }
}

export function toPostSummary({
  archive_number: _,
  week: _week,
  published,
  tags,
  ...row
}: SummaryRow): PostSummary {
  return { ...row, tags: parseTags(tags), published: published === 1 }
}

/** @param tags JSON list as stored */
export function parseTags(tags: string): string[] {
  return JSON.parse(tags)
}

/** Posts with a tag, by the slug of the tag; null if there are none. */
export async function loadTagPage(db: Db, slug: string) {
  const posts = (await findTaggedPosts(db)).map(toPostSummary)
  const tagOf = ({ tags }: PostSummary) => tags.find((tag) => slugOf(tag) === slug)
  const tagged = posts.filter((post) => tagOf(post) !== undefined)
  const [newest] = tagged
  if (newest === undefined) return null
  return { kind: 'blog-tag' as const, tag: tagOf(newest) ?? slug, posts: tagged }
}

export function toPost({ content, ...row }: PostRow): Post {
  return { ...toPostSummary(row), content }
}

const dayMs = 86_400_000

type DeletedSummary = Pick<DeletedPostTable, 'id' | 'title' | 'published' | 'deleted_at'>

export function toDeletedPost({ published, ...row }: DeletedSummary, now: Date): DeletedPost {
  const leftMs = Date.parse(row.deleted_at) + deletedPostDays * dayMs - now.getTime()
  return { ...row, published: published === 1, days_left: Math.max(0, Math.ceil(leftMs / dayMs)) }
}
