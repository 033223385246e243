import type { Insertable, Kysely, Updateable } from 'kysely'
import type { BlogPostTable } from '../platform/database/schema/blog.ts'
import type { Database } from '../platform/database/schema.ts'
import type { PostRow, SummaryRow } from './to-post.ts'

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
  'archive_number'
] as const
export const postColumns = [...summaryColumns, 'content'] as const

/** Drafts too, the latest created first. */
export async function findAllPosts(
  db: Kysely<Database>,
  { limit, offset }: { limit: number; offset: number }
): Promise<SummaryRow[]> {
  return db
    .selectFrom('blog_post')
    .select(summaryColumns)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export async function countAllPosts(db: Kysely<Database>): Promise<number> {
  const { total } = await db
    .selectFrom('blog_post')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

export async function findPostBySlug(db: Kysely<Database>, slug: string): Promise<PostRow | undefined> {
  return db.selectFrom('blog_post').select(postColumns).where('slug', '=', slug).executeTakeFirst()
}

export async function findPostById(db: Kysely<Database>, id: number): Promise<PostRow | undefined> {
  return db.selectFrom('blog_post').select(postColumns).where('id', '=', id).executeTakeFirst()
}

export async function insertPost(db: Kysely<Database>, post: Insertable<BlogPostTable>): Promise<PostRow> {
  return db.insertInto('blog_post').values(post).returning(postColumns).executeTakeFirstOrThrow()
}

export async function updatePost(
  db: Kysely<Database>,
  id: number,
  post: Updateable<BlogPostTable>
): Promise<PostRow> {
  return db
    .updateTable('blog_post')
    .set(post)
    .where('id', '=', id)
    .returning(postColumns)
    .executeTakeFirstOrThrow()
}

/** Its redirects go with it. */
export async function deletePost(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('blog_post').where('id', '=', id).execute()
}

/** Which of the slugs belong to another post, now or as a former address. */
export async function findTakenSlugs(
  db: Kysely<Database>,
  slugs: readonly string[],
  postId: number | null
): Promise<Set<string>> {
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
