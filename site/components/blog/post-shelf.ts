import { type PostSummary, postsAPage } from '../../../admin-api/contract/blog.ts'

/** What the list holds, and how far it has read. Posts may come and go on the server meanwhile. */
export type PostShelf = {
  ids: ReadonlySet<number>
  /** Posts the server has handed over so far, also those the list had already. */
  loaded: number
  hasEnded: boolean
}

/** The list as the page came: `total` is all that is published. */
export function firstShelf(ids: readonly number[], total: number): PostShelf {
  return { ids: new Set(ids), loaded: ids.length, hasEnded: ids.length >= total }
}

/** A page that was not full was the last one. */
export function offersMore({ loaded, hasEnded }: PostShelf): boolean {
  return !hasEnded && loaded >= postsAPage && loaded % postsAPage === 0
}

/** The next page to ask for, counted from 1. */
export function nextPage({ loaded }: PostShelf): number {
  return Math.floor(loaded / postsAPage) + 1
}

type Answer = { posts: readonly PostSummary[]; pagination: { currentPage: number; totalPages: number } }

/**
 * The list after an answer, and the posts that are new to it. A post that came out since the page was drawn pushes
 * one we have onto the next page; and a reader with a session is answered drafts too, which have no page to lead to.
 */
export function shelve(shelf: PostShelf, answer: Answer): { shelf: PostShelf; fresh: PostSummary[] } {
  const { posts, pagination } = answer
  const fresh = posts.filter(({ id, published }) => published && !shelf.ids.has(id))
  return {
    fresh,
    shelf: {
      ids: new Set([...shelf.ids, ...fresh.map(({ id }) => id)]),
      loaded: shelf.loaded + posts.length,
      hasEnded: posts.length === 0 || pagination.currentPage >= pagination.totalPages
    }
  }
}
