import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'
import type { PostRow, SummaryRow } from './to-post.ts'
import { postColumns, summaryColumns } from './posts.db.ts'

/**
 * The published posts, in the order in which they first came out. Every query walks the index of published and
 * archive_number, so that none but the count takes longer the more posts there are.
 */

type Slice = { limit: number; offset?: number }

/** Newest first. */
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

/** Newest first, with their content. */
export async function findNewestWhole(db: Kysely<Database>, limit: number): Promise<PostRow[]> {
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

export async function countPublished(db: Kysely<Database>): Promise<number> {
  const { total } = await db
    .selectFrom('blog_post')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('published', '=', 1)
    .executeTakeFirstOrThrow()
  return total
}

/** How many posts came out later, counted up to `most`. */
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

export type Neighbour = { title: string; slug: string; archive_number: number }

/** The next that came out after that number. */
export async function findNewer(db: Kysely<Database>, archiveNumber: number): Promise<Neighbour | undefined> {
  return neighbours(db)
    .where('archive_number', '>', archiveNumber)
    .orderBy('archive_number')
    .executeTakeFirst()
}

/** The last that came out before that number. */
export async function findOlder(db: Kysely<Database>, archiveNumber: number): Promise<Neighbour | undefined> {
  return neighbours(db)
    .where('archive_number', '<', archiveNumber)
    .orderBy('archive_number', 'desc')
    .executeTakeFirst()
}

function neighbours(db: Kysely<Database>) {
  return db
    .selectFrom('blog_post')
    .select(['title', 'slug', 'archive_number'])
    .where('published', '=', 1)
    .$narrowType<{ archive_number: number }>()
    .limit(1)
}

/** The number of the next post to be published; that of a deleted one stays its own while it can come back. */
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

/** All posts, newest first, with the columns that the list of addresses needs. */
export async function findPublishedPlaces(
  db: Kysely<Database>
): Promise<{ slug: string; updated_at: string; archive_number: number }[]> {
  return db
    .selectFrom('blog_post')
    .select(['slug', 'updated_at', 'archive_number'])
    .where('published', '=', 1)
    .orderBy('archive_number', 'desc')
    .$narrowType<{ archive_number: number }>()
    .execute()
}
