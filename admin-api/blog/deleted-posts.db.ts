import type { Kysely, Selectable } from 'kysely'
import type { DeletedPostTable } from '../platform/database/schema/blog.ts'
import type { Database } from '../platform/database/schema.ts'

export type DeletedPostRow = Selectable<DeletedPostTable>

/** The latest first. */
export async function findDeletedPosts(
  db: Kysely<Database>
): Promise<Pick<DeletedPostRow, 'id' | 'title' | 'published' | 'deleted_at'>[]> {
  return db
    .selectFrom('deleted_post')
    .select(['id', 'title', 'published', 'deleted_at'])
    .orderBy('deleted_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
}

export async function findDeletedPost(db: Kysely<Database>, id: number): Promise<DeletedPostRow | undefined> {
  return db.selectFrom('deleted_post').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function insertDeletedPost(db: Kysely<Database>, post: DeletedPostRow): Promise<void> {
  await db.insertInto('deleted_post').values(post).execute()
}

export async function deleteDeletedPost(db: Kysely<Database>, id: number): Promise<void> {
  await db.deleteFrom('deleted_post').where('id', '=', id).execute()
}

/** Removes for good what was deleted before that instant, and answers the titles. */
export async function deletePostsDeletedBefore(db: Kysely<Database>, instant: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('deleted_post')
    .where('deleted_at', '<=', instant)
    .returning('title')
    .execute()
  return rows.map(({ title }) => title)
}
