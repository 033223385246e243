import type { Generated, Selectable } from 'kysely'

export type BlogPostTable = {
  id: Generated<number>
  title: string
  slug: string
  excerpt: string
  /** HTML, sanitized before it was saved. */
  content: string
  reading_minutes: number
  /** SQLite has no boolean. */
  published: 0 | 1
  created_at: string
  updated_at: string
  /** Instant of its first publication, which later changes keep. */
  published_at: string | null
  /** Instant at which a draft is published automatically; null for other posts. */
  publish_at: Generated<string | null>
  /** JSON list of names. */
  tags: Generated<string>
  /** Path of an uploaded image, '/blog-images/….webp'; null for a drawing. */
  feature_image: Generated<string | null>
  feature_image_alt: Generated<string>
  /** Position in the archive, assigned once at its first publication and never reused. */
  archive_number: number | null
  /** Thursday of the week whose report the service drafted; null for other posts. */
  week: string | null
}

export type PostRow = Selectable<BlogPostTable>

/** Deleted posts that can still be restored. Their ids and archive numbers are never reused. */
export type DeletedPostTable = Omit<BlogPostTable, 'id'> & { id: number; deleted_at: string }

export type BlogTables = {
  blog_post: BlogPostTable
  /** Former slugs of published posts. */
  blog_redirect: { slug: string; post_id: number }
  /** Earlier versions of posts; the newest ones of each post are kept. */
  blog_revision: {
    id: Generated<number>
    post_id: number
    /** Instant at which this version was saved. */
    saved_at: string
    title: string
    excerpt: string
    content: string
  }
  deleted_post: DeletedPostTable
  /** Idempotency keys; `body_hash` is the hash of the request that used the key. */
  post_key: { key: string; post_id: number; body_hash: string; used_at: string }
  /** Uploaded images. */
  blog_image: {
    /** The first hexadecimal digits of the SHA-256 of the bytes, and `.webp`. */
    name: string
    /** Instant of the latest upload. */
    uploaded_at: string
    bytes: Buffer
  }
}
