import * as z from 'zod/mini'
import { defineEndpoint } from './endpoint.ts'
import { Message, Pagination, RowId, wholeNumber } from './wire.ts'

export const blogPath = '/blog'
export const feedOfPostsPath = '/rss.xml'
export const postsAPage = 10
export const largestPostBytes = 1_000_000
/** How long a deleted post can be brought back. */
export const deletedPostDays = 30
/** How long an uploaded picture waits for a post to use it. */
export const uploadedPictureDays = 7
export const requiredMessage = 'Title, excerpt and content are required'

/** Lower case; each run of anything but a-z and 0-9 becomes one hyphen, none at the ends. */
export function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
}

export function pathOfPost(slug: string): string {
  return `${blogPath}/${slug}`
}

/** Instants are UTC; null is a draft that was never out. */
export const PostSummary = z.object({
  id: z.number(),
  title: z.string(),
  slug: z.string(),
  excerpt: z.string(),
  published: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
  published_at: z.nullable(z.string()),
  reading_minutes: z.number()
})
export type PostSummary = z.infer<typeof PostSummary>

/** `content` is HTML that was made safe when it was written. */
export const Post = z.extend(PostSummary, { content: z.string() })
export type Post = z.infer<typeof Post>

/** Newest first. The public sees what is published; a session sees all. */
export const readPosts = defineEndpoint({
  method: 'GET',
  path: '/api/blog/posts',
  access: 'public',
  input: z.object({
    page: z._default(wholeNumber('page', 1, 1_000_000), 1),
    limit: z._default(wholeNumber('limit', 1, 100), postsAPage)
  }),
  output: z.object({ posts: z.array(PostSummary), pagination: Pagination })
})

export const readPost = defineEndpoint({
  method: 'GET',
  path: '/api/blog/posts/:slug',
  access: 'public',
  input: z.object({ slug: z.string() }),
  output: Post
})

const required = z.string(requiredMessage).check(z.trim(), z.minLength(1, requiredMessage))
const requiredUpTo = (most: number, name: string) =>
  required.check(z.maxLength(most, `${name} may have at most ${most.toLocaleString('en-US')} characters`))

/**
 * `slug` is what the client made of the title; the server checks it and makes it unique. How much content is too
 * much is counted in bytes, and refused as `too-large`.
 */
const PostFields = {
  title: requiredUpTo(200, 'The title'),
  excerpt: requiredUpTo(1000, 'The excerpt'),
  content: required,
  slug: z.optional(z.string('slug must be a text')),
  published: z.pipe(
    z.optional(z.unknown()),
    z.transform((published: unknown) => published === true)
  )
}

/** Sent again with the same Idempotency-Key, it makes no second post and answers the first. */
export const createPost = defineEndpoint({
  method: 'POST',
  path: '/api/blog/posts',
  access: 'admin',
  input: z.object(PostFields),
  output: Post,
  success: 201
})

/**
 * `updated_at` is that of the version that was edited: where another is stored by now, nothing is written, and the
 * refusal has it as `current`. Left out: whatever is stored is written over.
 */
export const updatePost = defineEndpoint({
  method: 'PUT',
  path: '/api/blog/posts/:id',
  access: 'admin',
  input: z.object({
    ...PostFields,
    id: RowId,
    updated_at: z.optional(z.string('updated_at must be a text'))
  }),
  output: Post
})

/** It can be brought back for 30 days. */
export const deletePost = defineEndpoint({
  method: 'DELETE',
  path: '/api/blog/posts/:id',
  access: 'admin',
  input: z.object({ id: RowId }),
  output: Message
})

/** `days_left`: a post deleted just now has 30, one on its last day 1. */
export const DeletedPost = z.object({
  id: z.number(),
  title: z.string(),
  published: z.boolean(),
  deleted_at: z.string(),
  days_left: z.number()
})
export type DeletedPost = z.infer<typeof DeletedPost>

/** Latest deleted first. */
export const readDeletedPosts = defineEndpoint({
  method: 'GET',
  path: '/api/blog/deleted-posts',
  access: 'admin',
  input: z.object({}),
  output: z.object({ posts: z.array(DeletedPost) })
})

/** As it was, at its old address or, where that has another post by now, at one with a number. */
export const restoreDeletedPost = defineEndpoint({
  method: 'POST',
  path: '/api/blog/deleted-posts/:id/restore',
  access: 'admin',
  input: z.object({ id: RowId }),
  output: Post
})

/** Makes the content safe as saving would, and keeps nothing: what a preview shows. */
export const previewPost = defineEndpoint({
  method: 'POST',
  path: '/api/blog/preview',
  access: 'admin',
  input: z.object({ content: z.string('content must be a text') }),
  output: z.object({ content: z.string(), reading_minutes: z.number() })
})

/** The body is the picture itself, of one of these types; the answer names where it is served. */
export const imageUpload = {
  path: '/api/blog/images',
  types: ['image/png', 'image/jpeg', 'image/webp', 'image/avif'],
  largestBytes: 10 * 1024 * 1024
} as const
export const UploadedImage = z.object({ url: z.string(), width: z.number(), height: z.number() })
export type UploadedImage = z.infer<typeof UploadedImage>
