import type { Kysely, Transaction } from 'kysely'
import { largestPostBytes, requiredMessage, slugOf } from '../../contract/blog.ts'
import { type Actor, type LogEntry, writeLog } from '../../db/admin-log.db.ts'
import { enqueuePages } from '../../db/publish-queue.db.ts'
import type { Database } from '../../db/schema.ts'
import { takeWriteLock } from '../../db/write-lock.db.ts'
import { ApiError } from '../../http/errors.ts'
import { nextArchiveNumber } from './archive.db.ts'
import { findChangedPages } from './changed-pages.ts'
import { chooseSlug, toSlug } from './choose-slug.ts'
import { isBlank, readingMinutes } from './content/plain-text.ts'
import { sanitiseContent, withoutOddCharacters } from './content/sanitise-content.ts'
import { deletePost, findPostById, insertPost, type PostRow, updatePost } from './posts.db.ts'
import { deleteRedirect, deleteRedirectsOf, insertRedirect } from './redirects.db.ts'

/** What the operator wrote. */
export type WrittenPost = {
  title: string
  excerpt: string
  content: string
  /** Left out: the one that follows from the title. */
  slug?: string | undefined
  published: boolean
}

/** The same as it may be stored. */
export type ReadyPost = Pick<PostRow, 'title' | 'excerpt' | 'content' | 'reading_minutes' | 'published'> & {
  wantedSlug: string
  /** Nobody chose the slug; it is what the title makes. */
  followsTitle: boolean
}

/** Who saves, and when. */
export type Writing = { actor: Actor; now: Date }

/** @throws ApiError invalid-input or too-large, with the reason. */
export function readyPost(written: WrittenPost): ReadyPost {
  const title = withoutOddCharacters(written.title).replaceAll(/\s+/g, ' ').trim()
  const excerpt = withoutOddCharacters(written.excerpt).trim()
  const content = readyContent(written.content)
  if (title === '' || excerpt === '' || isBlank(content)) {
    throw new ApiError('invalid-input', requiredMessage)
  }
  return {
    title,
    excerpt,
    content,
    reading_minutes: readingMinutes(content),
    published: written.published ? 1 : 0,
    wantedSlug: toSlug(written.slug ?? title),
    followsTitle: written.slug === undefined || slugOf(written.slug) === slugOf(title)
  }
}

/** @throws ApiError too-large where it is over a million bytes, as it came or as it would be stored. */
export function readyContent(written: string): string {
  refuseLarge(written)
  const content = sanitiseContent(written)
  refuseLarge(content)
  return content
}

export async function createPost(db: Kysely<Database>, ready: ReadyPost, writing: Writing): Promise<PostRow> {
  const { wantedSlug, followsTitle: _, ...fields } = ready
  const instant = writing.now.toISOString()
  return db.transaction().execute(async (trx) => {
    await takeWriteLock(trx)
    const post = await insertPost(trx, {
      ...fields,
      slug: await chooseSlug(trx, wantedSlug, null),
      created_at: instant,
      updated_at: instant,
      published_at: fields.published === 1 ? instant : null,
      archive_number: fields.published === 1 ? await nextArchiveNumber(trx) : null
    })
    await settle(trx, null, post, writing)
    return post
  })
}

/** @throws ApiError not-found. */
export async function changePost(
  db: Kysely<Database>,
  id: number,
  ready: ReadyPost,
  writing: Writing
): Promise<PostRow> {
  const { wantedSlug, followsTitle: _, ...fields } = ready
  const instant = writing.now.toISOString()
  return db.transaction().execute(async (trx) => {
    await takeWriteLock(trx)
    const before = await findExisting(trx, id)
    const comesOut = fields.published === 1 && before.archive_number === null
    const after = await updatePost(trx, id, {
      ...fields,
      ...(comesOut ? { published_at: instant, archive_number: await nextArchiveNumber(trx) } : {}),
      slug: keepsSlug(before, ready) ? before.slug : await chooseSlug(trx, wantedSlug, id),
      updated_at: instant
    })
    const isMoved = before.slug !== after.slug
    if (isMoved && before.published === 1) await insertRedirect(trx, before.slug, id)
    await settle(trx, before, after, writing)
    // Only now: the page of an address that is no longer one must have been found.
    if (isMoved) await deleteRedirect(trx, after.slug)
    if (after.published === 0) await deleteRedirectsOf(trx, id)
    return after
  })
}

/** @throws ApiError not-found. */
export async function removePost(db: Kysely<Database>, id: number, writing: Writing): Promise<PostRow> {
  return db.transaction().execute(async (trx) => {
    await takeWriteLock(trx)
    const post = await findExisting(trx, id)
    await settle(trx, post, null, writing)
    await deletePost(trx, id)
    return post
  })
}

/** What every change leaves behind it: pages to be written, and a line in the log. */
async function settle(
  trx: Transaction<Database>,
  before: PostRow | null,
  after: PostRow | null,
  { actor, now }: Writing
): Promise<void> {
  await enqueuePages(trx, await findChangedPages(trx, before, after), now)
  const post = after ?? before
  if (post === null) return
  const entry: LogEntry = {
    level: 'INFO',
    category: 'SYSTEM',
    ...tell(before, after, `the post "${post.title}"`),
    actor,
    entityId: post.id,
    metadata: { slug: post.slug, published: post.published === 1 }
  }
  await writeLog(trx, entry, now)
}

function tell(
  before: PostRow | null,
  after: PostRow | null,
  what: string
): Pick<LogEntry, 'action' | 'message'> {
  if (after === null) return { action: 'DELETE', message: `Deleted ${what}` }
  const isOut = after.published === 1
  if (before === null) {
    return { action: 'CREATE', message: isOut ? `Published ${what}` : `Wrote ${what} as a draft` }
  }
  if (before.published === after.published) return { action: 'UPDATE', message: `Changed ${what}` }
  return { action: 'UPDATE', message: isOut ? `Published ${what}` : `Took ${what} off the site` }
}

/** While the title stays, so does an address that somebody may have kept, even one with a number. */
function keepsSlug(before: PostRow, { title, followsTitle }: ReadyPost): boolean {
  return title === before.title && followsTitle
}

async function findExisting(trx: Kysely<Database>, id: number): Promise<PostRow> {
  const post = await findPostById(trx, id)
  if (post === undefined) throw new ApiError('not-found', 'Post not found')
  return post
}

function refuseLarge(content: string): void {
  if (Buffer.byteLength(content) <= largestPostBytes) return
  const most = largestPostBytes.toLocaleString('en-US')
  throw new ApiError('too-large', `The content is too large. At most ${most} bytes are accepted.`)
}
