import { createHash } from 'node:crypto'
import { type Actor, type LogEntry, writeLog } from '../admin-log/admin-log.db.ts'
import { keptRevisions } from '../contract/blog.ts'
import type { PostRow } from '../platform/database/schema/blog.ts'
import type { Db, Trx } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { ApiError } from '../platform/http/errors.ts'
import type { QueueChange } from '../publishing/page-kind.ts'
import { nextArchiveNumber } from './archive.db.ts'
import { areAddressesChanged } from './changed-pages.ts'
import { toPost } from './load-blog-page.ts'
import {
  deleteDeletedPost,
  deletePost,
  deleteRedirect,
  deleteRedirectsOf,
  findDeletedPost,
  findDuePosts,
  findPostById,
  findPostOfWeek,
  insertDeletedPost,
  insertPost,
  insertRedirect,
  saveRevision,
  updatePost
} from './posts.db.ts'
import { chooseSlug, type PreparedPost } from './prepare-post.ts'

/** Context of a save: the operator, the time, and how affected pages are queued. */
export type Writing = { actor: Actor; now: Date; queueChange: QueueChange }

/**
 * @param key idempotency key: a repeated call returns the post of the first one
 * @param week Thursday of the week that the post reports; an existing post about it is returned
 * @throws ApiError conflict if the key was used for another post, or its post was deleted
 */
export async function createPost(
  db: Db,
  ready: PreparedPost,
  writing: Writing,
  key: string | null = null,
  week: string | null = null
): Promise<PostRow> {
  const { wantedSlug, followsTitle: _, chosenDate, ...fields } = schedule(ready, writing.now)
  const instant = writing.now.toISOString()
  return writeTransaction(db, async (trx) => {
    const ofWeek = week === null ? undefined : await findPostOfWeek(trx, week)
    const existing = key === null ? ofWeek : await findPostOfKey(trx, key, ready)
    if (existing) return existing
    const post = await insertPost(trx, {
      ...fields,
      slug: await chooseSlug(trx, wantedSlug, null),
      created_at: instant,
      updated_at: instant,
      published_at: fields.published === 1 ? (chosenDate ?? instant) : plannedDate(fields, chosenDate),
      archive_number: fields.published === 1 ? await nextArchiveNumber(trx) : null,
      week
    })
    if (key !== null) await saveKey(trx, key, { ready, postId: post.id, now: writing.now })
    await queueAndLog(trx, null, post, writing)
    return post
  })
}

/**
 * @param version updated_at of the version the caller edited; null for any
 * @throws ApiError not-found; conflict with the stored post if it is another version
 */
export async function changePost(
  db: Db,
  id: number,
  ready: PreparedPost,
  writing: Writing,
  version: string | null = null
): Promise<PostRow> {
  const { wantedSlug, followsTitle: _, chosenDate, ...fields } = schedule(ready, writing.now)
  return writeTransaction(db, async (trx) => {
    const before = await findExisting(trx, id)
    if (version !== null && version !== before.updated_at) throw changedMeanwhile(before)
    const instant = instantAfter(before.updated_at, writing.now)
    if (before.published === 1 && fields.publish_at !== null)
      throw new ApiError(
        'invalid-input',
        'This post is public. Unpublish it before you schedule it, or choose a date in the past.'
      )
    const wasPublic = before.archive_number !== null
    const isFirst = fields.published === 1 && !wasPublic
    if (isOtherText(before, fields)) await saveRevision(trx, before, keptRevisions)
    const after = await updatePost(trx, id, {
      ...fields,
      ...(isFirst ? { published_at: instant, archive_number: await nextArchiveNumber(trx) } : {}),
      ...(fields.published === 1 && chosenDate !== null ? { published_at: chosenDate } : {}),
      ...(fields.published === 0 && !wasPublic ? { published_at: plannedDate(fields, chosenDate) } : {}),
      slug: keepsSlug(before, ready) ? before.slug : await chooseSlug(trx, wantedSlug, id),
      updated_at: instant
    })
    const isMoved = before.slug !== after.slug
    if (isMoved && before.published === 1) await insertRedirect(trx, before.slug, id)
    await queueAndLog(trx, before, after, writing)
    // Only now, because queueAndLog needs it to find the page of the old address.
    if (isMoved) await deleteRedirect(trx, after.slug)
    if (after.published === 0) await deleteRedirectsOf(trx, id)
    return after
  })
}

/** Publishes scheduled posts that are due, each in its own transaction. @returns their titles */
export async function publishDuePosts(
  db: Db,
  { now, queueChange }: Pick<Writing, 'now' | 'queueChange'>
): Promise<string[]> {
  const due = await findDuePosts(db, now)
  for (const { id } of due)
    await writeTransaction(db, async (trx) => {
      const before = await findPostById(trx, id)
      // The operator may have changed it meanwhile.
      if (before === undefined || before.published === 1 || before.publish_at === null) return
      if (before.publish_at > now.toISOString()) return
      const after = await updatePost(trx, id, {
        published: 1,
        published_at: before.publish_at,
        publish_at: null,
        archive_number: before.archive_number ?? (await nextArchiveNumber(trx)),
        updated_at: instantAfter(before.updated_at, now)
      })
      const message = `Published the post "${after.title}" as scheduled`
      await queueAndLog(trx, before, after, { now, queueChange }, message)
    })
  return due.map(({ title }) => title)
}

/** @throws ApiError not-found */
export async function removePost(db: Db, id: number, writing: Writing): Promise<PostRow> {
  return writeTransaction(db, async (trx) => {
    const post = await findExisting(trx, id)
    await queueAndLog(trx, post, null, writing)
    await insertDeletedPost(trx, { ...post, deleted_at: writing.now.toISOString() })
    await deletePost(trx, id)
    return post
  })
}

/**
 * Restores a deleted post, at another address if its own is taken.
 * @throws ApiError not-found
 */
export async function restorePost(db: Db, id: number, writing: Writing): Promise<PostRow> {
  return writeTransaction(db, async (trx) => {
    const deleted = await findDeletedPost(trx, id)
    if (deleted === undefined)
      throw new ApiError('not-found', 'This post is no longer among the deleted posts.')
    const { deleted_at: _, ...fields } = deleted
    const slug = await chooseSlug(trx, fields.slug, id)
    // Its date may have passed, and a restored post must not become public by itself.
    const post = await insertPost(trx, { ...fields, slug, publish_at: null })
    await deleteDeletedPost(trx, id)
    await queueAndLog(trx, null, post, writing, `Restored the post "${post.title}"`)
    return post
  })
}

async function queueAndLog(
  trx: Trx,
  before: PostRow | null,
  after: PostRow | null,
  { actor, now, queueChange }: Omit<Writing, 'actor'> & Partial<Writing>,
  message?: string
): Promise<void> {
  await queueChange(trx, { kind: 'post', before, after }, now)
  if (areAddressesChanged({ before, after })) await queueChange(trx, { kind: 'addresses' }, now)
  const post = after ?? before
  if (post === null) return
  const entry: LogEntry = {
    category: 'SYSTEM',
    ...describeChange(before, after, `the post "${post.title}"`),
    ...(message !== undefined && { message }),
    ...(actor !== undefined && { actor }),
    entityId: post.id,
    metadata: { slug: post.slug, published: post.published === 1 }
  }
  await writeLog(trx, entry, now)
}

function describeChange(
  before: PostRow | null,
  after: PostRow | null,
  what: string
): Pick<LogEntry, 'action' | 'message'> {
  if (after === null) return { action: 'DELETE', message: `Deleted ${what}` }
  const isPublic = after.published === 1
  if (before === null) {
    return { action: 'CREATE', message: isPublic ? `Published ${what}` : `Saved ${what} as a draft` }
  }
  if (before.published === after.published) return { action: 'UPDATE', message: `Changed ${what}` }
  return { action: 'UPDATE', message: isPublic ? `Published ${what}` : `Unpublished ${what}` }
}

/** A published post with a future date is stored as a draft with that date. */
function schedule(ready: PreparedPost, now: Date): PreparedPost & { publish_at: string | null } {
  const { chosenDate, published } = ready
  if (published === 0 || chosenDate === null || chosenDate <= now.toISOString())
    return { ...ready, publish_at: null }
  return { ...ready, published: 0, publish_at: chosenDate }
}

/** Date that the operator has chosen for a draft that isn't scheduled. It is kept until the draft is published. */
function plannedDate({ publish_at }: Pick<PostRow, 'publish_at'>, chosenDate: string | null): string | null {
  return publish_at === null ? chosenDate : null
}

function isOtherText(
  before: PostRow,
  { title, excerpt, content }: Pick<PostRow, 'title' | 'excerpt' | 'content'>
): boolean {
  return before.title !== title || before.excerpt !== excerpt || before.content !== content
}

/** While the title stays, the address stays too, even one with a number: readers may have bookmarked it. */
function keepsSlug(before: PostRow, { title, followsTitle }: PreparedPost): boolean {
  return title === before.title && followsTitle
}

async function findExisting(trx: Db, id: number): Promise<PostRow> {
  const post = await findPostById(trx, id)
  if (post === undefined) throw new ApiError('not-found', 'Post not found')
  return post
}

function changedMeanwhile(stored: PostRow): ApiError {
  const message = 'This post has been changed elsewhere since you opened it. Nothing was saved.'
  return new ApiError('conflict', message, undefined, toPost(stored))
}

/** Instant after `before`, even if the clock stops or goes back: two versions never share one. */
function instantAfter(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()
}

/**
 * Current state of the post created with this idempotency key; null if the key is new.
 * @throws ApiError conflict if the key was used for different content, or its post was deleted
 */
async function findPostOfKey(trx: Db, key: string, ready: PreparedPost): Promise<PostRow | null> {
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

async function saveKey(
  trx: Db,
  key: string,
  { ready, postId, now }: { ready: PreparedPost; postId: number; now: Date }
): Promise<void> {
  await trx
    .insertInto('post_key')
    .values({ key, post_id: postId, body_hash: hashPost(ready), used_at: now.toISOString() })
    .execute()
}

function hashPost(post: PreparedPost): string {
  const { title, excerpt, content, published, wantedSlug, tags, chosenDate } = post
  const image = post.feature_image === null ? [] : [post.feature_image, post.feature_image_alt]
  const sent = JSON.stringify([title, excerpt, content, published, wantedSlug, tags, chosenDate, ...image])
  return createHash('sha256').update(sent).digest('hex')
}
