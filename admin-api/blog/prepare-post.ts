import type * as z from 'zod/mini'
import { type createPost, requiredMessage, slugOf } from '../contract/blog.ts'
import type { Job } from '../estimates/job.ts'
import { ApiError } from '../platform/http/errors.ts'
import { toPostSlug } from './choose-slug.ts'
import { isBlank, readingMinutes } from './content/post-text.ts'
import { sanitizeContent, withoutOddCharacters } from './content/sanitize-content.ts'

type SentPost = z.output<typeof createPost.input>

export type WrittenPost = Partial<SentPost> & Pick<SentPost, 'title' | 'excerpt' | 'content' | 'published'>

export type PreparedPost = ReturnType<typeof preparePost>

/** @throws ApiError invalid-input or too-large, with the reason */
export function preparePost(written: WrittenPost) {
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
    published: written.published ? (1 as const) : (0 as const),
    wantedSlug: written.slug === undefined ? toPostSlug(title) : toPostSlug(written.slug, 'slug'),
    /** The slug was made from the title, not chosen. */
    followsTitle: written.slug === undefined || slugOf(written.slug) === slugOf(title),
    tags: JSON.stringify(uniqueTags(written.tags ?? [])),
    feature_image: written.feature_image ?? null,
    feature_image_alt: withoutOddCharacters(written.feature_image_alt ?? '').trim(),
    /** Chosen instant of publication; null for the instant at which the post is published. */
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
