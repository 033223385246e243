import type { Post } from '../../../admin-api/contract/blog.ts'

/** A published post; `id` tells it from others. */
export function makePost(fields: Partial<Post> & { id: number }): Post {
  const day = '2026-11-16T09:00:00.000Z'
  return {
    title: `Entry ${fields.id}`,
    slug: `entry-${fields.id}`,
    excerpt: 'What the deck had to tell on that day, in a sentence that is long enough.',
    published: true,
    created_at: day,
    updated_at: day,
    published_at: day,
    reading_minutes: 3,
    content: '<p>Fair winds.</p>',
    ...fields
  }
}
