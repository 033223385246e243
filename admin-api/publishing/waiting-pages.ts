/** Pictures share the queue with the pages and are rendered after them. */
export type PageType = 'pages' | 'pictures'

export type WaitingPage = {
  path: string
  /** Changes whenever the page is queued again. */
  revision: number
  /** The existing file may belong to another build, address or database, so it must not be served. */
  isUnservable: boolean
}

/** `late`: number of pages that have waited since before a given instant; `since`: when the first one was queued. */
export type WaitingCount = { waiting: number; late: number; since: Date | null }

/** Pages that this instance has not rendered yet, in memory. */
export function createWaitingPages() {
  const pages = new Map<string, WaitingPage & { rank: number; since: number }>()
  let additions = 0

  const listOf = (type: PageType) => [...pages.values()].filter(({ path }) => typeOfPage(path) === type)

  return {
    /** @param since when the page was queued */
    add: (path: string, since: Date, { goesFirst = false, isUnservable = false } = {}) => {
      additions += 1
      const before = pages.get(path)
      pages.set(path, {
        path,
        revision: additions,
        rank: goesFirst ? -additions : (before?.rank ?? additions),
        since: before?.since ?? since.getTime(),
        isUnservable: isUnservable || before?.isUnservable === true
      })
    },
    /** Removes a page unless it was queued again. */
    remove: ({ path, revision }: WaitingPage) => {
      if (pages.get(path)?.revision === revision) pages.delete(path)
    },
    /** Null if the page does not wait or has the other type. */
    find: (path: string, type: PageType): WaitingPage | null =>
      typeOfPage(path) === type ? (pages.get(path) ?? null) : null,
    /** Pages that go first, newest first; then the others, oldest first. */
    list: (type: PageType): WaitingPage[] => listOf(type).sort((a, b) => a.rank - b.rank),
    paths: () => [...pages.keys()],
    /** Counts pages without pictures. */
    count: (overdue: Date): WaitingCount => {
      const times = listOf('pages').map(({ since }) => since)
      return {
        waiting: times.length,
        late: times.filter((since) => since < overdue.getTime()).length,
        since: times.length === 0 ? null : new Date(Math.min(...times))
      }
    },
    clear: () => pages.clear()
  }
}

export function typeOfPage(path: string): PageType {
  return path.endsWith('.png') ? 'pictures' : 'pages'
}
