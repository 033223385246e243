import type * as z from 'zod/mini'
import { type createPost, requiredMessage, slugOf } from '../contract/blog.ts'
import type { Job } from '../estimates/job.ts'
import type { Db } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'
import { isBlank, readingMinutes } from './content/post-text.ts'
import { sanitizeContent, withoutOddCharacters } from './content/sanitize-content.ts'
import { findTakenSlugs } from './posts.db.ts'

type SentPost = z.output<typeof createPost.input>

export type WrittenPost = Partial<SentPost> & Pick<SentPost, 'title' | 'excerpt' | 'content' | 'published'>

/** A post as it is stored, without slug and date. */
export type PreparedPost = {
  title: string
  excerpt: string
  /** Sanitized HTML. */
  content: string
  reading_minutes: number
  published: 0 | 1
  wantedSlug: string
  /** The slug was made from the title, not chosen. */
  followsTitle: boolean
  /** JSON list. */
  tags: string
  feature_image: string | null
  feature_image_alt: string
  /** Chosen instant of publication; null for the instant at which the post is published. */
  chosenDate: string | null
}

/** @throws ApiError invalid-input or too-large, with the reason */
export function preparePost(written: WrittenPost): PreparedPost {
  const title = withoutOddCharacters(written.title).replaceAll(/\s+/g, ' ').trim()
  const excerpt = withoutOddCharacters(written.excerpt).trim()
  const content = sanitizeContent(written.content)
  if (title === '' || excerpt === '' || isBlank(content)) {
    throw new ApiError('invalid-input', requiredMessage)
  }
  return {
    title,
    excerpt,
    content,
    reading_minutes: readingMinutes(content),
    published: written.published ? 1 : 0,
    wantedSlug: written.slug === undefined ? toPostSlug(title) : toPostSlug(written.slug, 'slug'),
    followsTitle: written.slug === undefined || slugOf(written.slug) === slugOf(title),
    tags: JSON.stringify(uniqueTags(written.tags ?? [])),
    feature_image: written.feature_image ?? null,
    feature_image_alt: withoutOddCharacters(written.feature_image_alt ?? '').trim(),
    chosenDate: written.publish_at ? new Date(written.publish_at).toISOString() : null
  }
}

/** Without repetitions that differ only in case or punctuation, because they share an address. */
function uniqueTags(tags: readonly string[]): string[] {
  const bySlug = new Map(tags.toReversed().map((tag) => [slugOf(tag), tag]))
  return tags.filter((tag) => bySlug.get(slugOf(tag)) === tag)
}

/** Characters of content that take about 10 ms to sanitize; longer posts are prepared by jobs, which take up to a second. */
export const longContent = 20_000

export const prepareLongPost: Job<WrittenPost, PreparedPost> = {
  name: 'prepare-post',
  run: async (_, written) => preparePost(written)
}

export const previewLongPost: Job<string, ReturnType<typeof previewContent>> = {
  name: 'preview-post',
  run: async (_, content) => previewContent(content)
}

/** @throws ApiError as preparePost() */
export function previewContent(html: string) {
  const content = sanitizeContent(html)
  return { content, reading_minutes: readingMinutes(content) }
}

const longestSlug = 80

/** '/blog/page/' is the archive, '/blog/tag/' has a page for each tag. */
const reserved = new Set(['page', 'tag'])

/** Candidate slugs per query. */
const batchSize = 40

const noSlug = {
  title: 'The title needs at least one letter from a to z or a digit, so that the post can have an address.',
  slug: 'slug needs at least one letter from a to z or a digit. Without a slug, the title becomes the address.'
}

/**
 * Slug for storage: lower case, a-z, 0-9 and single hyphens, at most 80 characters, cut between words.
 * @throws ApiError invalid-input if nothing is left
 */
export function toPostSlug(text: string, field: 'slug' | 'title' = 'title'): string {
  const slug = slugOf(text)
  if (slug === '') throw new ApiError('invalid-input', noSlug[field])
  if (slug.length <= longestSlug) return slug
  const cut = slug.slice(0, longestSlug + 1)
  const lastHyphen = cut.lastIndexOf('-')
  return cut.slice(0, lastHyphen > 0 ? lastHyphen : longestSlug)
}

/**
 * `wanted`, or the first of wanted-2, wanted-3 ... that no other post has or had in public. Call it in the
 * transaction that stores the slug. `postId` is the post itself, null for a new one.
 */
export async function chooseSlug(trx: Db, wanted: string, postId: number | null): Promise<string> {
  for (let first = 1; ; first += batchSize) {
    const candidates = Array.from({ length: batchSize }, (_, index) =>
      first + index === 1 ? wanted : `${wanted}-${first + index}`
    )
    const taken = await findTakenSlugs(trx, candidates, postId)
    const free = candidates.find((slug) => !taken.has(slug) && !reserved.has(slug))
    if (free !== undefined) return free
  }
}
