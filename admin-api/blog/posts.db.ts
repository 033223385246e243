import type { Insertable, Selectable, Updateable } from 'kysely'
import { countRows } from '../platform/database/rows.ts'
import type { BlogPostTable, DeletedPostTable, PostRow } from '../platform/database/schema/blog.ts'
import type { Db } from '../platform/database/schema.ts'

export type SummaryRow = Omit<PostRow, 'content'>

export const summaryColumns = [
  'id',
  'title',
  'slug',
  'excerpt',
  'reading_minutes',
  'published',
  'created_at',
  'updated_at',
  'published_at',
  'publish_at',
  'tags',
  'feature_image',
  'feature_image_alt',
  'archive_number',
  'week'
] as const
export const postColumns = [...summaryColumns, 'content'] as const

/** Drafts included, latest created first. */
export async function findAllPosts(db: Db, { limit, offset }: { limit: number; offset: number }) {
  return db
    .selectFrom('blog_post')
    .select(summaryColumns)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function countAllPosts(db: Db): Promise<number> {
  return countRows(db.selectFrom('blog_post'))
}

export async function findPostBySlug(db: Db, slug: string): Promise<PostRow | undefined> {
  return db.selectFrom('blog_post').select(postColumns).where('slug', '=', slug).executeTakeFirst()
}

export async function findPostById(db: Db, id: number): Promise<PostRow | undefined> {
  return db.selectFrom('blog_post').select(postColumns).where('id', '=', id).executeTakeFirst()
}

/** The post that the service drafted about a week. */
export async function findPostOfWeek(db: Db, thursday: string): Promise<PostRow | undefined> {
  return db
    .selectFrom('blog_post')
    .select(postColumns)
    .where('week', '=', thursday)
    .orderBy('id')
    .executeTakeFirst()
}

/** Slugs of published posts about these weeks. */
export async function findSlugsOfWeeks(db: Db, thursdays: readonly string[]): Promise<string[]> {
  if (thursdays.length === 0) return []
  const rows = await db
    .selectFrom('blog_post')
    .select('slug')
    .where('week', 'in', thursdays)
    .where('published', '=', 1)
    .execute()
  return rows.map(({ slug }) => slug)
}

export async function insertPost(db: Db, post: Insertable<BlogPostTable>): Promise<PostRow> {
  return db.insertInto('blog_post').values(post).returning(postColumns).executeTakeFirstOrThrow()
}

export async function updatePost(db: Db, id: number, post: Updateable<BlogPostTable>): Promise<PostRow> {
  return db
    .updateTable('blog_post')
    .set(post)
    .where('id', '=', id)
    .returning(postColumns)
    .executeTakeFirstOrThrow()
}

/** Scheduled posts that are due, earliest first. */
export async function findDuePosts(db: Db, now: Date) {
  return db
    .selectFrom('blog_post')
    .select(['id', 'title'])
    .where('published', '=', 0)
    .where('publish_at', '<=', now.toISOString())
    .orderBy('publish_at')
    .orderBy('id')
    .execute()
}

/** Saves a version of a post before it is changed, and deletes all but the newest `most`. */
export async function saveRevision(
  trx: Db,
  { id, updated_at, title, excerpt, content }: PostRow,
  most: number
): Promise<void> {
  await trx
    .insertInto('blog_revision')
    .values({ post_id: id, saved_at: updated_at, title, excerpt, content })
    .execute()
  const saved = await findRevisions(trx, id)
  const expired = saved.slice(most).map((revision) => revision.id)
  if (expired.length > 0) await trx.deleteFrom('blog_revision').where('id', 'in', expired).execute()
}

/** Newest first, without content. */
export async function findRevisions(db: Db, postId: number) {
  return db
    .selectFrom('blog_revision')
    .select(['id', 'saved_at', 'title'])
    .where('post_id', '=', postId)
    .orderBy('id', 'desc')
    .execute()
}

export async function findRevision(db: Db, id: number) {
  return db
    .selectFrom('blog_revision')
    .select(['id', 'saved_at', 'title', 'excerpt', 'content'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Its redirects and earlier versions are deleted with it. */
export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('blog_post').where('id', '=', id).execute()
}

/** Slugs that belong to another post now or did in public. */
export async function findTakenSlugs(db: Db, slugs: readonly string[], postId: number | null) {
  const own = postId ?? 0
  const rows = await db
    .selectFrom('blog_post')
    .select('slug')
    .where('slug', 'in', slugs)
    .where('id', '!=', own)
    .unionAll(
      db.selectFrom('blog_redirect').select('slug').where('slug', 'in', slugs).where('post_id', '!=', own)
    )
    .execute()
  return new Set(rows.map(({ slug }) => slug))
}

export type DeletedPostRow = Selectable<DeletedPostTable>

/** Latest first. */
export async function findDeletedPosts(db: Db) {
  return db
    .selectFrom('deleted_post')
    .select(['id', 'title', 'published', 'deleted_at'])
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findDeletedPost(db: Db, id: number): Promise<DeletedPostRow | undefined> {
  return db.selectFrom('deleted_post').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertDeletedPost(db: Db, post: DeletedPostRow): Promise<void> {
  await db.insertInto('deleted_post').values(post).execute()
}

export async function deleteDeletedPost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('deleted_post').where('id', '=', id).execute()
}

/** Permanently removes posts deleted before that instant and returns their titles. */
export async function deletePostsDeletedBefore(db: Db, instant: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('deleted_post')
    .where('deleted_at', '<=', instant)
    .returning('title')
    .execute()
  return rows.map(({ title }) => title)
}

/** Current slug of the post that had this one; undefined if there is none or it is not public. */
export async function findRedirect(db: Db, slug: string) {
  return db
    .selectFrom('blog_redirect')
    .innerJoin('blog_post', 'blog_post.id', 'blog_redirect.post_id')
    .select(['blog_post.slug', 'blog_post.title'])
    .where('blog_redirect.slug', '=', slug)
    .where('blog_post.published', '=', 1)
    .executeTakeFirst()
}

export async function findRedirectsOf(db: Db, postId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('blog_redirect')
    .select('slug')
    .where('post_id', '=', postId)
    .orderBy('slug')
    .execute()
  return rows.map(({ slug }) => slug)
}

export async function findRedirectSlugs(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('blog_redirect')
    .innerJoin('blog_post', 'blog_post.id', 'blog_redirect.post_id')
    .select('blog_redirect.slug')
    .where('blog_post.published', '=', 1)
    .orderBy('blog_redirect.slug')
    .execute()
  return rows.map(({ slug }) => slug)
}

export async function insertRedirect(db: Db, slug: string, postId: number): Promise<void> {
  await db.insertInto('blog_redirect').values({ slug, post_id: postId }).execute()
}

export async function deleteRedirect(db: Db, slug: string): Promise<void> {
  await db.deleteFrom('blog_redirect').where('slug', '=', slug).execute()
}

export async function deleteRedirectsOf(db: Db, postId: number): Promise<void> {
  await db.deleteFrom('blog_redirect').where('post_id', '=', postId).execute()
}
