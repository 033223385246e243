/** Pictures wait with the pages, and are drawn after them. */
export type PageType = 'pages' | 'pictures'

/**
 * `revision` is another one when the page was queued again. `isForeign`: the file that stands is of another build, address
 * or database, or nobody knows, so that nobody may get it any more.
 */
export type WaitingPage = { path: string; revision: number; isForeign: boolean }

/** How many pages wait, how many of them since before an instant, and since when the first of them does. */
export type WaitingCount = { waiting: number; late: number; since: Date | null }

type Waiting = WaitingPage & { rank: number; since: number }

/** The pages that this node has not drawn yet, in memory. */
export type WaitingPages = {
  /** @param since when it was queued */
  add: (path: string, since: Date, its?: { goesFirst?: boolean; isForeign?: boolean }) => void
  /** Leaves a page that was added again since. */
  remove: (page: WaitingPage) => void
  /** null where it does not wait, or is of the other type. */
  find: (path: string, type: PageType) => WaitingPage | null
  /** What goes first, the newest of that before; then longest waiting first. */
  list: (type: PageType) => WaitingPage[]
  paths: () => string[]
  /** Pictures are not counted. */
  count: (overdue: Date) => WaitingCount
  clear: () => void
}

export function createWaitingPages(): WaitingPages {
  const pages = new Map<string, Waiting>()
  let additions = 0

  function listOf(type: PageType): Waiting[] {
    return [...pages.values()].filter(({ path }) => typeOfPage(path) === type)
  }

  return {
    add: (path, since, { goesFirst = false, isForeign = false } = {}) => {
      additions += 1
      const known = pages.get(path)
      pages.set(path, {
        path,
        revision: additions,
        rank: goesFirst ? -additions : (known?.rank ?? additions),
        since: known?.since ?? since.getTime(),
        isForeign: isForeign || known?.isForeign === true
      })
    },
    remove: ({ path, revision }) => {
      if (pages.get(path)?.revision === revision) pages.delete(path)
    },
    find: (path, type) => (typeOfPage(path) === type ? (pages.get(path) ?? null) : null),
    list: (type) => listOf(type).sort((a, b) => a.rank - b.rank),
    paths: () => [...pages.keys()],
    count: (overdue) => {
      const waiting = listOf('pages')
      return {
        waiting: waiting.length,
        late: waiting.filter(({ since }) => since < overdue.getTime()).length,
        since: waiting.length === 0 ? null : new Date(Math.min(...waiting.map(({ since }) => since)))
      }
    },
    clear: () => pages.clear()
  }
}

export function typeOfPage(path: string): PageType {
  return path.endsWith('.png') ? 'pictures' : 'pages'
}
