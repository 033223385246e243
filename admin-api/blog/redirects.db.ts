import type { Kysely } from 'kysely'
import type { Database } from '../platform/database/schema.ts'

/** The present slug of the post that once had this one; undefined where there is none, or it is no longer public. */
export async function findRedirect(
  db: Kysely<Database>,
  slug: string
): Promise<{ slug: string; title: string } | undefined> {
  return db
    .selectFrom('blog_redirect')
    .innerJoin('blog_post', 'blog_post.id', 'blog_redirect.post_id')
    .select(['blog_post.slug', 'blog_post.title'])
    .where('blog_redirect.slug', '=', slug)
    .where('blog_post.published', '=', 1)
    .executeTakeFirst()
}

export async function findRedirectsOf(db: Kysely<Database>, postId: number): Promise<string[]> {
  const rows = await db
    .selectFrom('blog_redirect')
    .select('slug')
    .where('post_id', '=', postId)
    .orderBy('slug')
    .execute()
  return rows.map(({ slug }) => slug)
}

export async function findRedirectSlugs(db: Kysely<Database>): Promise<string[]> {
  const rows = await db
    .selectFrom('blog_redirect')
    .innerJoin('blog_post', 'blog_post.id', 'blog_redirect.post_id')
    .select('blog_redirect.slug')
    .where('blog_post.published', '=', 1)
    .orderBy('blog_redirect.slug')
    .execute()
  return rows.map(({ slug }) => slug)
}

export async function insertRedirect(db: Kysely<Database>, slug: string, postId: number): Promise<void> {
  await db.insertInto('blog_redirect').values({ slug, post_id: postId }).execute()
}

export async function deleteRedirect(db: Kysely<Database>, slug: string): Promise<void> {
  await db.deleteFrom('blog_redirect').where('slug', '=', slug).execute()
}

export async function deleteRedirectsOf(db: Kysely<Database>, postId: number): Promise<void> {
  await db.deleteFrom('blog_redirect').where('post_id', '=', postId).execute()
}
