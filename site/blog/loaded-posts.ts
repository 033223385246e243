import { type PostSummary, postsAPage } from '../../admin-api/contract/blog.ts'

/** What the list shows, and how far it has read. Posts may be added and removed on the server meanwhile. */
export type LoadedPosts = {
  ids: ReadonlySet<number>
  /** Posts the server has answered so far, also those that the list had already. */
  received: number
  hasEnded: boolean
}

/** The list as the page came: `total` is all that is published. */
export function initialPosts(ids: readonly number[], total: number): LoadedPosts {
  return { ids: new Set(ids), received: ids.length, hasEnded: ids.length >= total }
}

/** A page that was not full was the last one. */
export function hasMore({ received, hasEnded }: LoadedPosts): boolean {
  return !hasEnded && received >= postsAPage && received % postsAPage === 0
}

/** The next page to ask for, counted from 1. */
export function nextPage({ received }: LoadedPosts): number {
  return Math.floor(received / postsAPage) + 1
}

type Answer = { posts: readonly PostSummary[]; pagination: { currentPage: number; totalPages: number } }

/**
 * The list after an answer, and the posts that are new to it. A post published since the page was drawn pushes
 * one we have onto the next page. The operator also gets drafts in the answer; they have no page, so they are left out.
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
