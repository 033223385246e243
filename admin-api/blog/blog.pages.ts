import { findWeeksShowing } from '../calendar/weeks/weeks.pages.ts'
import { blogPath, feedOfPostsPath, pathOfPost, pathOfTag, postsAPage } from '../contract/blog.ts'
import type { SitemapEntry } from '../contract/pages.ts'
import { pathOfPostDrawing, postDrawings } from '../contract/pictures.ts'
import type { Db } from '../platform/database/schema.ts'
import type { PageKind } from '../publishing/page-kind.ts'
import {
  archivePageOf,
  findPublished,
  findPublishedPlaces,
  findTaggedPosts,
  pathOfArchivePage
} from './archive.db.ts'
import {
  findChangedArchivePages,
  findChangedFeed,
  findChangedFrontPage,
  findChangedPosts,
  findChangedTagPages
} from './changed-pages.ts'
import {
  loadArchivePage,
  loadBlogFeed,
  loadFrontPage,
  loadPostPage,
  loadTagPage,
  parseTags
} from './load-blog-page.ts'
import { findRedirectSlugs, findSlugsOfWeeks } from './posts.db.ts'

export const blogPages = [
  {
    path: /^\/og\/post\/([1-9])\.png$/,
    list: () => Array.from({ length: postDrawings }, (_, i) => pathOfPostDrawing(i + 1)),
    load: async (_db, drawing) =>
      Number(drawing) > postDrawings ? null : { kind: 'post-drawing' as const, drawing: Number(drawing) }
  },
  {
    path: blogPath,
    load: loadFrontPage,
    dependsOn: { post: findChangedFrontPage, 'mailing-list': 'all' },
    sitemap: async (db) => [
      { path: blogPath, lastModified: newestDay(await findPublished(db, { limit: postsAPage })) }
    ]
  },
  {
    // Former addresses are included: their pages redirect to the post.
    path: /^\/blog\/([a-z0-9-]+)$/,
    list: async (db) => {
      const posts = await findPublishedPlaces(db)
      return [...posts.map(({ slug }) => slug), ...(await findRedirectSlugs(db))].map(pathOfPost)
    },
    load: loadPostPage,
    dependsOn: {
      post: findChangedPosts,
      record: async ({ scored }, trx) =>
        (await findSlugsOfWeeks(trx, await findWeeksShowing(trx, scored))).map(pathOfPost)
    },
    sitemap: async (db) =>
      (await findPublishedPlaces(db)).map((post) => ({
        path: pathOfPost(post.slug),
        lastModified: newestDay([post])
      }))
  },
  {
    path: /^\/blog\/page\/([1-9]\d{0,8})$/,
    list: async (db) => (await listArchive(db)).map(({ path }) => path),
    load: (db, page) => loadArchivePage(db, Number(page)),
    dependsOn: { post: findChangedArchivePages },
    sitemap: listArchive
  },
  {
    path: /^\/blog\/tag\/([a-z0-9-]+)$/,
    list: async (db) => (await listTags(db)).map(({ path }) => path),
    load: loadTagPage,
    dependsOn: { post: findChangedTagPages },
    sitemap: listTags
  },
  {
    path: feedOfPostsPath,
    load: loadBlogFeed,
    dependsOn: {
      post: findChangedFeed,
      record: async ({ scored }, trx) =>
        (await findSlugsOfWeeks(trx, await findWeeksShowing(trx, scored))).length > 0 ? [feedOfPostsPath] : []
    }
  }
] satisfies readonly PageKind[]

async function listArchive(db: Db): Promise<SitemapEntry[]> {
  const posts = await findPublishedPlaces(db)
  return [...Map.groupBy(posts, (post) => archivePageOf(post.archive_number))].map(([page, posts]) => ({
    path: pathOfArchivePage(page),
    lastModified: newestDay(posts)
  }))
}

async function listTags(db: Db): Promise<SitemapEntry[]> {
  const taggedPosts = (await findTaggedPosts(db)).flatMap(({ tags, updated_at }) =>
    parseTags(tags).map((tag) => ({ path: pathOfTag(tag), updated_at }))
  )
  return [...Map.groupBy(taggedPosts, ({ path }) => path)].map(([path, posts]) => ({
    path,
    lastModified: newestDay(posts)
  }))
}

function newestDay(posts: readonly { updated_at: string }[]): string | null {
  const days = posts.map(({ updated_at }) => updated_at.slice(0, 10)).sort()
  return days.at(-1) ?? null
}
