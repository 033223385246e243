import { blogPath, postsAPage } from '../contract/blog.ts'

/** The archive is counted from the oldest post: page n holds those with the numbers (n - 1) x 10 + 1 to n x 10. */

export function archivePageOf(archiveNumber: number): number {
  return Math.ceil(archiveNumber / postsAPage)
}

export function pathOfArchivePage(page: number): string {
  return `${blogPath}/page/${page}`
}

/** The numbers of the first and the last post that a page may hold. */
export function numbersOnPage(page: number): { first: number; last: number } {
  return { first: (page - 1) * postsAPage + 1, last: page * postsAPage }
}
