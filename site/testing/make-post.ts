import type { Post } from '../../admin-api/contract/blog.ts'

/** A published post; title and slug follow from `id`. */
export function makePost(fields: Partial<Post> & { id: number }): Post {
  const day = '2026-11-16T09:00:00.000Z'
  return {
    title: `Entry ${fields.id}`,
    slug: `entry-${fields.id}`,
    excerpt: 'Notes on the payments of one week, in a sentence that is long enough.',
    published: true,
    created_at: day,
    updated_at: day,
    published_at: day,
    publish_at: null,
    tags: [],
    feature_image: null,
    feature_image_alt: '',
    reading_minutes: 3,
    content: '<p>Fair winds.</p>',
    ...fields
  }
}
