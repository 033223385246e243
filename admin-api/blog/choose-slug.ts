import { slugOf } from '../contract/blog.ts'
import type { Db } from '../platform/database/schema.ts'
import { ApiError } from '../platform/http/errors.ts'
import { findTakenSlugs } from './posts.db.ts'

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
    const candidates = Array.from({ length: batchSize }, (_, index) => numbered(wanted, first + index))
    const taken = await findTakenSlugs(trx, candidates, postId)
    const free = candidates.find((slug) => !taken.has(slug) && !reserved.has(slug))
    if (free !== undefined) return free
  }
}

function numbered(slug: string, count: number): string {
  return count === 1 ? slug : `${slug}-${count}`
}
