import { blogPath, postsAPage } from '../../contract/blog.ts'

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

/** null where the path is no page of the archive. */
export function archivePageAt(path: string): number | null {
  const page = /^\/blog\/page\/([1-9]\d{0,8})$/.exec(path)?.[1]
  return page === undefined ? null : Number(page)
}
