import { blogPath, postsAPage } from '../contract/blog.ts'
import { countRows } from '../platform/database/rows.ts'
import type { PostRow } from '../platform/database/schema/blog.ts'
import type { Db } from '../platform/database/schema.ts'
import { postColumns, type SummaryRow, summaryColumns } from './posts.db.ts'

/**
 * Published posts, newest first. Every query except the count uses the index on published and archive_number, so its
 * time doesn't grow with the number of posts.
 */
function publishedPosts(db: Db) {
  return db.selectFrom('blog_post').where('published', '=', 1).orderBy('archive_number', 'desc')
}

/** A published post has a number. */
type Numbered = { archive_number: number }

/** Posts without content. */
export function findPublished(db: Db, { limit, offset = 0 }: { limit: number; offset?: number }) {
  return publishedPosts(db).select(summaryColumns).limit(limit).offset(offset).execute()
}

/** Posts with content. */
export function findNewestPosts(db: Db, limit: number): Promise<PostRow[]> {
  return publishedPosts(db).select(postColumns).limit(limit).execute()
}

/** Posts without content from the first to the last number, both included. */
export function findPublishedBetween(db: Db, first: number, last: number) {
  return publishedPosts(db)
    .select(summaryColumns)
    .where('archive_number', '>=', first)
    .where('archive_number', '<=', last)
    .execute()
}

/** Posts with tags, without content. */
export function findTaggedPosts(db: Db): Promise<SummaryRow[]> {
  return publishedPosts(db).select(summaryColumns).where('tags', '!=', '[]').execute()
}

export function countPublished(db: Db): Promise<number> {
  return countRows(db.selectFrom('blog_post').where('published', '=', 1))
}

/** Number of posts published later, counted up to `most`. */
export async function countNewer(db: Db, archiveNumber: number, most: number): Promise<number> {
  const newer = publishedPosts(db).select('archive_number').where('archive_number', '>', archiveNumber)
  return (await newer.limit(most).execute()).length
}

export type Neighbor = { title: string; slug: string; archive_number: number }

export function findNewer(db: Db, archiveNumber: number): Promise<Neighbor | undefined> {
  return neighbors(db)
    .where('archive_number', '>', archiveNumber)
    .clearOrderBy()
    .orderBy('archive_number')
    .executeTakeFirst()
}

export function findOlder(db: Db, archiveNumber: number): Promise<Neighbor | undefined> {
  return neighbors(db).where('archive_number', '<', archiveNumber).executeTakeFirst()
}

function neighbors(db: Db) {
  return publishedPosts(db).select(['title', 'slug', 'archive_number']).$narrowType<Numbered>().limit(1)
}

/** All posts, with the columns that the sitemap needs. */
export function findPublishedPlaces(db: Db) {
  return publishedPosts(db).select(['slug', 'updated_at', 'archive_number']).$narrowType<Numbered>().execute()
}

/** Archive number of the next post to be published. A deleted post keeps its number while it can be restored. */
export async function nextArchiveNumber(db: Db): Promise<number> {
  const newest = await Promise.all(
    (['blog_post', 'deleted_post'] as const).map((table) =>
      db
        .selectFrom(table)
        .select((eb) => eb.fn.max('archive_number').as('number'))
        .executeTakeFirstOrThrow()
    )
  )
  return Math.max(0, ...newest.map(({ number }) => Number(number ?? 0))) + 1
}

/** Archive pages are counted from the oldest post: page n has the archive numbers (n - 1) x 10 + 1 to n x 10. */

export function archivePageOf(archiveNumber: number): number {
  return Math.ceil(archiveNumber / postsAPage)
}

export function pathOfArchivePage(page: number): string {
  return `${blogPath}/page/${page}`
}
