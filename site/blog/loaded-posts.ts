import { type PostSummary, postsAPage } from '../../admin-api/contract/blog.ts'

/** Posts in the list and how many were received. Posts may change on the server meanwhile. */
export type LoadedPosts = {
  ids: ReadonlySet<number>
  /** Posts received so far, duplicates included. */
  received: number
  hasEnded: boolean
}

/** Initial list of the page: `total` counts all published posts. */
export function initialPosts(ids: readonly number[], total: number): LoadedPosts {
  return { ids: new Set(ids), received: ids.length, hasEnded: ids.length >= total }
}

/** A page that wasn't full was the last one. */
export function hasMore({ received, hasEnded }: LoadedPosts): boolean {
  return !hasEnded && received >= postsAPage && received % postsAPage === 0
}

/** Number of the next page, from 1. */
export function nextPage({ received }: LoadedPosts): number {
  return Math.floor(received / postsAPage) + 1
}

type Answer = { posts: readonly PostSummary[]; pagination: { currentPage: number; totalPages: number } }

/**
 * The list after a response, and its new posts. Posts published meanwhile push known ones to the next page, and the
 * operator also gets drafts, which are skipped.
 */
export function addAnswer(
  loaded: LoadedPosts,
  answer: Answer
): { loaded: LoadedPosts; fresh: PostSummary[] } {
  const { posts, pagination } = answer
  const fresh = posts.filter(({ id, published }) => published && !loaded.ids.has(id))
  return {
    fresh,
    loaded: {
      ids: new Set([...loaded.ids, ...fresh.map(({ id }) => id)]),
      received: loaded.received + posts.length,
      hasEnded: posts.length === 0 || pagination.currentPage >= pagination.totalPages
    }
  }
}
