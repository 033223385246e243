import type { Logger } from 'pino'
import type { WaitingPage } from './waiting-pages.ts'

const firstPauseMs = 1000
const longestPauseMs = 60_000
/** A full disk fails every page: drawing thousands in vain would only cost the visitors time. */
const mostInARow = 20

/** The pages that could not be written, and when they are tried again: after 1 s, 2 s, 4 s ... 60 s. */
export type FailedPages = {
  add: (page: WaitingPage, error: unknown) => void
  /** The page was written. */
  remove: (page: WaitingPage) => void
  /** Failed as it is queued now, and its pause is not over. */
  isResting: (page: WaitingPage) => boolean
  /** How many pages could not be written when they were last tried. */
  count: () => number
  /** All that is tried fails, or may with what is being tried: nothing more is due until the pause is over. */
  isHopeless: (beingTried?: number) => boolean
  /** What may be tried now, the pages that did not fail before first. */
  findDue: (queue: readonly WaitingPage[]) => WaitingPage[]
  /** Everything may be tried at once. */
  endPause: () => void
  /** Ends the pause when it is over, and says so. */
  pause: () => void
  stop: () => void
}

export function createFailedPages(log: Logger, onPauseOver: () => void): FailedPages {
  const failed = new Map<string, { revision: number; isResting: boolean }>()
  /** What was logged since the last time that all was well. */
  const reasons = new Set<string>()
  let inARow = 0
  let pauseMs = firstPauseMs
  let timer: NodeJS.Timeout | null = null

  function isResting({ path, revision }: WaitingPage): boolean {
    const known = failed.get(path)
    return known?.isResting === true && known.revision === revision
  }

  function isHopeless(beingTried = 0): boolean {
    return inARow > 0 && inARow + beingTried >= mostInARow
  }

  function endPause(): void {
    for (const page of failed.values()) page.isResting = false
    inARow = 0
  }

  return {
    add: ({ path, revision }, error) => {
      failed.set(path, { revision, isResting: true })
      inARow += 1
      const reason = reasonOf(error)
      if (reasons.has(reason)) return
      reasons.add(reason)
      log.error(
        { err: error, path },
        'page could not be published; the old file stays, and it is tried again from time to time'
      )
    },
    remove: ({ path }) => {
      inARow = 0
      if (!failed.delete(path) || failed.size > 0) return
      reasons.clear()
      pauseMs = firstPauseMs
      log.warn({ path }, 'the pages that could not be published are published now')
    },
    isResting,
    count: () => failed.size,
    isHopeless,
    findDue: (queue) => {
      if (isHopeless()) return []
      const due = queue.filter((page) => !isResting(page))
      return [...due.filter(({ path }) => !failed.has(path)), ...due.filter(({ path }) => failed.has(path))]
    },
    endPause,
    pause: () => {
      if (timer !== null) return
      timer = setTimeout(() => {
        timer = null
        endPause()
        onPauseOver()
      }, pauseMs).unref()
      pauseMs = Math.min(2 * pauseMs, longestPauseMs)
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer)
    }
  }
}

/** Messages of the file system name the file; its code is the same for all pages. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : error.message
}
