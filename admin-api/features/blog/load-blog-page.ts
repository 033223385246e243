import type { Kysely } from 'kysely'
import { blogPath, feedOfPostsPath, pathOfPost, postsAPage } from '../../contract/blog.ts'
import type {
  BlogFeedPage,
  BlogListPage,
  BlogPostPage,
  BlogRedirectPage,
  PostLink,
  SitemapPage
} from '../../contract/pages.ts'
import type { Database } from '../../db/schema.ts'
import {
  countPublished,
  findNewer,
  findNewestWhole,
  findOlder,
  findPublished,
  findPublishedBetween,
  findPublishedPlaces,
  type Neighbour
} from './archive.db.ts'
import { archivePageAt, archivePageOf, numbersOnPage, pathOfArchivePage } from './archive.ts'
import { markHeadings } from './content/headings.ts'
import { findPostBySlug, toPost, toSummary } from './posts.db.ts'
import { findRedirect, findRedirectSlugs } from './redirects.db.ts'

export const postsInFeed = 20

type BlogPage = BlogListPage | BlogPostPage | BlogRedirectPage | BlogFeedPage

/** What a page of the blog is drawn from; null where there is none at the path, or no longer. */
export async function loadBlogPage(db: Kysely<Database>, path: string): Promise<BlogPage | null> {
  if (path === blogPath) return loadFrontPage(db)
  if (path === feedOfPostsPath) return loadFeed(db)
  const archivePage = archivePageAt(path)
  if (archivePage !== null) return loadArchivePage(db, archivePage)
  const slug = /^\/blog\/([a-z0-9-]+)$/.exec(path)?.[1]
  return slug === undefined ? null : loadPostPage(db, slug)
}

/** Addresses for search engines, each with the day of its last change. */
export async function listBlogEntries(db: Kysely<Database>): Promise<SitemapPage['entries']> {
  const places = await findPublishedPlaces(db)
  const days = new Map<string, string>()
  const tellDay = (path: string, { updated_at }: { updated_at: string }) => {
    const day = updated_at.slice(0, 10)
    if (day > (days.get(path) ?? '')) days.set(path, day)
  }
  for (const place of places.slice(0, postsAPage)) tellDay(blogPath, place)
  for (const place of places) tellDay(pathOfPost(place.slug), place)
  for (const place of places) tellDay(pathOfArchivePage(archivePageOf(place.archive_number)), place)
  if (!days.has(blogPath)) return [{ path: blogPath, lastModified: null }]
  return [...days].map(([path, lastModified]) => ({ path, lastModified }))
}

/** Every page of the blog: what search engines are told of, the redirects and the feed. */
export async function listBlogPaths(db: Kysely<Database>): Promise<string[]> {
  const entries = await listBlogEntries(db)
  const redirects = await findRedirectSlugs(db)
  return [...entries.map(({ path }) => path), ...redirects.map(pathOfPost), feedOfPostsPath]
}

async function loadFrontPage(db: Kysely<Database>): Promise<BlogListPage> {
  const rows = await findPublished(db, { limit: postsAPage })
  const last = rows.at(-1)?.archive_number ?? null
  const older = last === null ? undefined : await findOlder(db, last)
  return {
    kind: 'blog',
    archivePage: null,
    posts: rows.map(toSummary),
    newerPath: null,
    olderPath: older === undefined ? null : pathOfPlace(older),
    total: await countPublished(db)
  }
}

async function loadArchivePage(db: Kysely<Database>, page: number): Promise<BlogListPage | null> {
  const { first, last } = numbersOnPage(page)
  const rows = await findPublishedBetween(db, first, last)
  if (rows.length === 0) return null
  const newer = await findNewer(db, last)
  const older = await findOlder(db, first)
  return {
    kind: 'blog',
    archivePage: page,
    posts: rows.map(toSummary),
    newerPath: newer === undefined ? blogPath : pathOfPlace(newer),
    olderPath: older === undefined ? null : pathOfPlace(older),
    total: null
  }
}

async function loadPostPage(
  db: Kysely<Database>,
  slug: string
): Promise<BlogPostPage | BlogRedirectPage | null> {
  const row = await findPostBySlug(db, slug)
  if (row === undefined) {
    const target = await findRedirect(db, slug)
    if (target === undefined) return null
    return { kind: 'blog-redirect', to: pathOfPost(target.slug), title: target.title }
  }
  if (row.published === 0 || row.archive_number === null) return null
  const { content, contents } = markHeadings(row.content)
  return {
    kind: 'blog-post',
    post: { ...toPost(row), content },
    contents,
    newer: toLink(await findNewer(db, row.archive_number)),
    older: toLink(await findOlder(db, row.archive_number))
  }
}

async function loadFeed(db: Kysely<Database>): Promise<BlogFeedPage> {
  return { kind: 'blog-feed', posts: (await findNewestWhole(db, postsInFeed)).map(toPost) }
}

function pathOfPlace({ archive_number }: Neighbour): string {
  return pathOfArchivePage(archivePageOf(archive_number))
}

function toLink(neighbour: Neighbour | undefined): PostLink | null {
  return neighbour === undefined ? null : { title: neighbour.title, path: pathOfPost(neighbour.slug) }
}
