import type { Kysely } from 'kysely'
import { blogPath, postsAPage } from '../contract/blog.ts'
import { countRows } from '../platform/database/rows.ts'
import type { PostRow } from '../platform/database/schema/blog.ts'
import type { Database } from '../platform/database/schema.ts'
import { postColumns, type SummaryRow, summaryColumns } from './posts.db.ts'

/**
 * Published posts in order of publication. Every query except the count uses the index on published and
 * archive_number, so its time doesn't grow with the number of posts.
 */

type Slice = { limit: number; offset?: number }

/** Newest first, without content. */
export async function findPublished(
  db: Kysely<Database>,
  { limit, offset = 0 }: Slice
): Promise<SummaryRow[]> {
  return db
    .selectFrom('blog_post')
    .select(summaryColumns)
    .where('published', '=', 1)
    .orderBy('archive_number', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Newest first, with content. */
export async function findNewestPosts(db: Kysely<Database>, limit: number): Promise<PostRow[]> {
  return db
    .selectFrom('blog_post')
    .select(postColumns)
    .where('published', '=', 1)
    .orderBy('archive_number', 'desc')
    .limit(limit)
    .execute()
}

/** Newest first; both ends included. */
export async function findPublishedBetween(
  db: Kysely<Database>,
  first: number,
  last: number
): Promise<SummaryRow[]> {
  return db
    .selectFrom('blog_post')
    .select(summaryColumns)
    .where('published', '=', 1)
    .where('archive_number', '>=', first)
    .where('archive_number', '<=', last)
    .orderBy('archive_number', 'desc')
    .execute()
}

export function countPublished(db: Kysely<Database>): Promise<number> {
  return countRows(db.selectFrom('blog_post').where('published', '=', 1))
}

/** Number of posts published later, counted up to `most`. */
export async function countNewer(db: Kysely<Database>, archiveNumber: number, most: number): Promise<number> {
  const rows = await db
    .selectFrom('blog_post')
    .select('archive_number')
    .where('published', '=', 1)
    .where('archive_number', '>', archiveNumber)
    .limit(most)
    .execute()
  return rows.length
}

export type Neighbor = { title: string; slug: string; archive_number: number }

/** The next newer post. */
export async function findNewer(db: Kysely<Database>, archiveNumber: number): Promise<Neighbor | undefined> {
  return neighbors(db)
    .where('archive_number', '>', archiveNumber)
    .orderBy('archive_number')
    .executeTakeFirst()
}

/** The next older post. */
export async function findOlder(db: Kysely<Database>, archiveNumber: number): Promise<Neighbor | undefined> {
  return neighbors(db)
    .where('archive_number', '<', archiveNumber)
    .orderBy('archive_number', 'desc')
    .executeTakeFirst()
}

function neighbors(db: Kysely<Database>) {
  return db
    .selectFrom('blog_post')
    .select(['title', 'slug', 'archive_number'])
    .where('published', '=', 1)
    .$narrowType<{ archive_number: number }>()
    .limit(1)
}

/** Archive number of the next post to be published. A deleted post keeps its number while it can be restored. */
export async function nextArchiveNumber(db: Kysely<Database>): Promise<number> {
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

/** All published posts, newest first, with the columns that the sitemap needs. */
export async function findPublishedPlaces(db: Kysely<Database>) {
  return db
    .selectFrom('blog_post')
    .select(['slug', 'updated_at', 'archive_number'])
    .where('published', '=', 1)
    .orderBy('archive_number', 'desc')
    .$narrowType<{ archive_number: number }>()
    .execute()
}

/** Archive pages are counted from the oldest post: page n has the archive numbers (n - 1) x 10 + 1 to n x 10. */

export function archivePageOf(archiveNumber: number): number {
  return Math.ceil(archiveNumber / postsAPage)
}

export function pathOfArchivePage(page: number): string {
  return `${blogPath}/page/${page}`
}

/** First and last archive number of a page. */
export function numbersOnPage(page: number): { first: number; last: number } {
  return { first: (page - 1) * postsAPage + 1, last: page * postsAPage }
}
