import { type PostSummary, pathOfPost } from '../../../admin-api/contract/blog.ts'
import { formatDay } from '../../lib/format.ts'

/** What a reader is told about a post, the same in its card, on its page and in cards that come later. */
export type PostFacts = {
  href: string
  title: string
  excerpt: string
  /** ISO day it came out; a draft tells the day it was begun. */
  day: string
  dayText: string
  reading: string
}

export function postFacts(post: PostSummary): PostFacts {
  const day = dayOf(post.published_at ?? post.created_at)
  return {
    href: pathOfPost(post.slug),
    title: post.title,
    excerpt: post.excerpt,
    day,
    dayText: formatDay(day),
    reading: `${post.reading_minutes} min read`
  }
}

/** The ISO day a post was changed on; null where that is the day it came out. */
export function changedDay(post: PostSummary): string | null {
  const day = dayOf(post.updated_at)
  return day > dayOf(post.published_at ?? post.created_at) ? day : null
}

/** What search engines and networks show below the title: one or two sentences, never a scrap. */
export function describePost(post: PostSummary): string {
  const text = post.excerpt.replaceAll(/\s+/g, ' ').trim()
  if (text.length < 50) return `${text} A post of ${postFacts(post).dayText} on the blog of Doubloon.`
  if (text.length <= longestDescription) return text
  const cut = text.slice(0, longestDescription)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longestDescription / 2))} …`
}

const longestDescription = 300

/** Instants are UTC, and so are the days we tell. */
function dayOf(instant: string): string {
  return instant.slice(0, 10)
}
