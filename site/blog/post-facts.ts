import { type PostSummary, pathOfPost } from '../../admin-api/contract/blog.ts'
import { pictureOfPost } from '../../admin-api/contract/pictures.ts'
import { formatDay } from '../lib/format.ts'

/** Facts of a post, the same on its card and its page. */
export function postFacts(post: PostSummary) {
  const day = dayOf(post.published_at ?? post.created_at)
  return {
    href: pathOfPost(post.slug),
    title: post.title,
    excerpt: post.excerpt,
    /** ISO day of publication; for a draft, of its creation. */
    day,
    dayText: formatDay(day),
    reading: `${post.reading_minutes} min read`,
    /** The post's image; a drawing needs no alternative text. */
    picture: { path: pictureOfPost(post), alt: post.feature_image === null ? '' : post.feature_image_alt }
  }
}

/** ISO day of the latest change; null if it is the day of publication. */
export function changedDay(post: PostSummary): string | null {
  const day = dayOf(post.updated_at)
  return day > dayOf(post.published_at ?? post.created_at) ? day : null
}

/** Meta description; a very short excerpt gets a second sentence. */
export function describePost(post: PostSummary): string {
  const text = post.excerpt.replaceAll(/\s+/g, ' ').trim()
  if (text.length < 50) return `${text} A post of ${postFacts(post).dayText} on the blog of Doubloon.`
  if (text.length <= longestDescription) return text
  const cut = text.slice(0, longestDescription)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longestDescription / 2))} …`
}

const longestDescription = 300

/** Instants are UTC, and so are the days shown. */
function dayOf(instant: string): string {
  return instant.slice(0, 10)
}
