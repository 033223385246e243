import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { PostRow } from '../platform/database/schema/blog.ts'
import type { Database } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'
import { findPostById } from './posts.db.ts'
import type { PreparedPost } from './prepare-post.ts'

/**
 * Current state of the post created with this idempotency key; null if the key is new.
 * @throws ApiError conflict if the key was used for different content, or its post was deleted
 */
export async function findPostOfKey(
  trx: Kysely<Database>,
  key: string,
  ready: PreparedPost
): Promise<PostRow | null> {
  const used = await trx
    .selectFrom('post_key')
    .select(['post_id', 'body_hash'])
    .where('key', '=', key)
    .executeTakeFirst()
  if (used === undefined) return null
  const post = await findPostById(trx, used.post_id)
  if (post === undefined)
    throw new ApiError('conflict', 'This post was already saved and has since been deleted.')
  if (used.body_hash !== hashPost(ready))
    throw new ApiError(
      'conflict',
      `This post was already saved as "${post.title}", before its last changes. Open it in the list to change it, or save again to create another post.`
    )
  return post
}

export async function saveKey(
  trx: Kysely<Database>,
  key: string,
  { ready, postId, now }: { ready: PreparedPost; postId: number; now: Date }
): Promise<void> {
  await trx
    .insertInto('post_key')
    .values({ key, post_id: postId, body_hash: hashPost(ready), used_at: now.toISOString() })
    .execute()
}

export async function deleteKeysUsedBefore(db: Kysely<Database>, instant: string): Promise<void> {
  await db.deleteFrom('post_key').where('used_at', '<=', instant).execute()
}

function hashPost(post: PreparedPost): string {
  const { title, excerpt, content, published, wantedSlug, tags, chosenDate } = post
  const image = post.feature_image === null ? [] : [post.feature_image, post.feature_image_alt]
  const sent = JSON.stringify([title, excerpt, content, published, wantedSlug, tags, chosenDate, ...image])
  return createHash('sha256').update(sent).digest('hex')
}
