import type { Generated } from 'kysely'

export type BlogPostTable = {
  id: Generated<number>
  title: string
  slug: string
  excerpt: string
  /** HTML, made safe when it was written. */
  content: string
  reading_minutes: number
  /** SQLite has no boolean. */
  published: 0 | 1
  created_at: string
  updated_at: string
  /** When it first came out; stays through later changes. */
  published_at: string | null
  /** Its place in the archive, given once when it first comes out and never again. */
  archive_number: number | null
}

/** Addresses under which a published post once stood. */
export type BlogRedirectTable = { slug: string; post_id: number }

/** A post as it was when it was deleted; nobody else has its id or its number in the archive meanwhile. */
export type DeletedPostTable = Omit<BlogPostTable, 'id'> & { id: number; deleted_at: string }

/** `body_hash` is that of all that was sent with the key. */
export type PostKeyTable = { key: string; post_id: number; body_hash: string; used_at: string }

/** A picture that was uploaded for posts. Each node serves it from a file that it wrote from the row. */
export type BlogImageTable = {
  /** Follows from the bytes: so many of the hexadecimal digits of their SHA-256, and `.webp`. */
  name: string
  /** The instant of the latest upload. */
  uploaded_at: string
  bytes: Buffer
}
