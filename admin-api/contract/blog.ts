import * as z from 'zod/mini'
import { featureImagePath } from './blog-markup.ts'
import { calendarDay } from './days.ts'
import { defineAction, defineEndpoint } from './endpoint.ts'
import { Pagination, pageFields, RowId } from './fields.ts'
import type { MailingList } from './mailing-list.ts'

export const blogPath = '/blog'
export const feedOfPostsPath = '/rss.xml'
export const postsAPage = 10
export const largestPostBytes = 1_000_000
/** Days in which a deleted post can be restored. */
export const deletedPostDays = 30
/** Days after which an uploaded picture without a post is deleted. */
export const uploadedPictureDays = 7
export const requiredMessage = 'Title, excerpt and content are required'

/** Lower case; each run of anything but a-z and 0-9 becomes one hyphen, none at the ends. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

const maxAltCharacters = 300

const tagLimits = { tags: 8, characters: 30 } as const

export function pathOfTag(tag: string): string {
  return `${blogPath}/tag/${slugOf(tag)}`
}

export function pathOfPost(slug: string): string {
  return `${blogPath}/${slug}`
}

/**
 * Instants are UTC. `published_at` is the date of the post: of a draft that was never published the chosen one, or null.
 * `publish_at` is null unless it is scheduled.
 */
export const PostSummary = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  published: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  published_at: z.nullable(z.string()),
  publish_at: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** Path of the image above the post and in lists; null for a drawing. */
  feature_image: z.nullable(z.string()),
  feature_image_alt: z.string(),
  reading_minutes: z.number()
})
export type PostSummary = z.infer<typeof PostSummary>

/** `content` is HTML that was sanitized when it was saved. */
export const Post = z.extend(PostSummary, { content: z.string() })
export type Post = z.infer<typeof Post>

/** Posts, newest first. Visitors get only published ones, the operator all. */
export const readPosts = defineEndpoint('public', 'GET', '/api/blog/posts', {
  input: z.object({
    ...pageFields({ maxLimit: 100, usualLimit: postsAPage })
  }),
  output: z.object({ posts: z.array(PostSummary), pagination: Pagination })
})

export const readPost = defineEndpoint('public', 'GET', '/api/blog/posts/:slug', {
  input: z.object({ slug: z.string() }),
  output: Post
})

const required = z.string(requiredMessage).check(z.trim(), z.minLength(1, requiredMessage))
const requiredUpTo = (most: number, name: string) =>
  required.check(z.maxLength(most, `${name} may have at most ${most.toLocaleString('en-US')} characters`))

/**
 * `slug` is derived from the title by the client; the server checks it and makes it unique. Content above
 * `largestPostBytes` is rejected as `too-large`.
 */
const PostFields = {
  title: requiredUpTo(200, 'The title'),
  excerpt: requiredUpTo(1000, 'The excerpt'),
  content: required,
  slug: z.optional(z.string('slug must be text')),
  published: z.pipe(
    z.optional(z.unknown()),
    z.transform((published: unknown) => published === true)
  ),
  /**
   * Date of publication, an instant. A published post with a future date is scheduled: it stays a draft until then. A
   * past date is shown as the date of the post; a draft keeps its date until it is published.
   */
  publish_at: z.optional(z.nullable(z.iso.datetime('publish_at must be an instant'))),
  tags: z._default(
    z
      .array(
        z.string('A tag must be text').check(
          z.trim(),
          z.maxLength(tagLimits.characters, `A tag may have at most ${tagLimits.characters} characters`),
          z.refine((tag) => slugOf(tag) !== '', 'A tag needs a letter from a to z or a digit')
        ),
        'tags must be a list of texts'
      )
      .check(z.maxLength(tagLimits.tags, `A post may have at most ${tagLimits.tags} tags`)),
    []
  ),
  feature_image: z._default(
    z.nullable(
      z
        .string('feature_image must be text')
        .check(z.regex(featureImagePath, 'feature_image must be the address of an uploaded image'))
    ),
    null
  ),
  feature_image_alt: z._default(
    z
      .string('feature_image_alt must be text')
      .check(
        z.trim(),
        z.maxLength(maxAltCharacters, `A description may have at most ${maxAltCharacters} characters`)
      ),
    ''
  )
}

/** Idempotent by Idempotency-Key: a repeated call creates no second post and returns the first. */
export const createPost = defineEndpoint('admin', 'POST', '/api/blog/posts', {
  input: z.object(PostFields),
  output: Post,
  success: 201
})

/**
 * `updated_at` is that of the version that was edited. If another version is stored by now, nothing is written, and the
 * error has it as `current`. Without `updated_at` any stored version is overwritten.
 */
export const updatePost = defineEndpoint('admin', 'PUT', '/api/blog/posts/:id', {
  input: z.object({
    ...PostFields,
    id: RowId,
    updated_at: z.optional(z.string('updated_at must be text'))
  }),
  output: Post
})

/**
 * Drafts the post about a finished week, by default the newest one, with its figures and our misses first. A second call
 * returns the same post, changed as it may be by then.
 */
export const draftWeekPost = defineEndpoint('admin', 'POST', '/api/blog/week-draft', {
  input: z.object({
    /** A Thursday. */
    week: z._default(z.nullable(calendarDay('week')), null)
  }),
  output: z.object({ post: Post, is_new: z.boolean() })
})

/** A published post as an e-mail: links and pictures are absolute, all figures are those of today's data. */
export const readEmailCopy = defineEndpoint('admin', 'GET', '/api/blog/posts/:slug/email', {
  input: z.object({ slug: z.string() }),
  output: z.object({ subject: z.string(), html: z.string(), text: z.string() })
})

/** Versions of each post kept besides the current one. */
export const keptRevisions = 20

const Revision = z.object({ id: z.number(), saved_at: z.string(), title: z.string() })

/** Earlier versions of a post, newest first; `saved_at` is the instant at which a version was saved. */
export const readRevisions = defineEndpoint('admin', 'GET', '/api/blog/posts/:id/revisions', {
  input: z.object({ id: RowId }),
  output: z.object({ revisions: z.array(Revision) })
})

export const readRevision = defineEndpoint('admin', 'GET', '/api/blog/revisions/:id', {
  input: z.object({ id: RowId }),
  output: z.extend(Revision, { excerpt: z.string(), content: z.string() })
})

/** Deletes a post, which can be restored for 30 days. */
export const deletePost = defineAction('DELETE', '/api/blog/posts/:id', { id: RowId })

/** `days_left` is 30 right after the deletion and 1 on the last day. */
export const DeletedPost = z.object({
  id: z.number(),
  title: z.string(),
  published: z.boolean(),
  deleted_at: z.string(),
  days_left: z.number()
})
export type DeletedPost = z.infer<typeof DeletedPost>

/** Deleted posts, latest deletion first. */
export const readDeletedPosts = defineEndpoint('admin', 'GET', '/api/blog/deleted-posts', {
  output: z.object({ posts: z.array(DeletedPost) })
})

/** Restores a post at its old address, or with a number added if another post has that address by now. */
export const restoreDeletedPost = defineEndpoint('admin', 'POST', '/api/blog/deleted-posts/:id/restore', {
  input: z.object({ id: RowId }),
  output: Post
})

/** Sanitizes content for a preview, as saving does, without storing it. */
export const previewPost = defineEndpoint('admin', 'POST', '/api/blog/preview', {
  input: z.object({ content: z.string('content must be text') }),
  output: z.object({ content: z.string(), reading_minutes: z.number() })
})

/** Image upload: the body is the image itself; the answer has the path that it is served at. */
export const imageUpload = {
  path: '/api/blog/images',
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'],
  largestBytes: 10 * 1024 * 1024
} as const
export const UploadedImage = z.object({ url: z.string(), width: z.number(), height: z.number() })
export type UploadedImage = z.infer<typeof UploadedImage>

/** The newest posts, or a page of the archive. */
export type BlogPage = {
  kind: 'blog'
  /** Number of the archive page, counted from the oldest post; null for the newest posts. */
  archivePage: number | null
  posts: PostSummary[]
  newerPath: string | null
  olderPath: string | null
  /** Number of all published posts with the newest ones; null on archive pages. */
  total: number | null
  /** With the newest posts, if the operator has one. */
  mailingList: MailingList | null
}

type PostLink = { title: string; path: string }

/** The page of a post. */
export type PostPage = {
  kind: 'blog-post'
  /** Headings in its content have ids. */
  post: Post
  /** Headings of a long post, else empty. */
  contents: { id: string; text: string; level: 2 | 3 }[]
  newer: PostLink | null
  older: PostLink | null
}
