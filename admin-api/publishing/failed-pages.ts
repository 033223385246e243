import type { Logger } from 'pino'
import type { WaitingPage } from './waiting-pages.ts'

const firstPauseMs = 1000
const maxPauseMs = 60_000
/** A full disk fails every page; rendering thousands of them in vain would slow down requests. */
const maxFailuresInARow = 20

/**
 * Pages that could not be written. They are retried after 1 s, 2 s, 4 s ... 60 s.
 * @param onPauseOver called when a pause ended after its time
 */
export function createFailedPages(log: Logger, onPauseOver: () => void) {
  const failed = new Map<string, { revision: number; isPaused: boolean }>()
  /** Reasons that were logged since the last time without failed pages. */
  const loggedReasons = new Set<string>()
  let failuresInARow = 0
  let pauseMs = firstPauseMs
  let timer: NodeJS.Timeout | null = null

  /** Whether this revision of the page failed and its pause is not over. */
  function isPaused({ path, revision }: WaitingPage): boolean {
    const failure = failed.get(path)
    return failure?.isPaused === true && failure.revision === revision
  }

  /** Whether so many pages have failed, counting those in progress, that no other may start before the pause ends. */
  function hasTooMany(inProgress = 0): boolean {
    return failuresInARow > 0 && failuresInARow + inProgress >= maxFailuresInARow
  }

  /** Allows all pages to be rendered at once. */
  function endPause(): void {
    for (const page of failed.values()) page.isPaused = false
    failuresInARow = 0
  }

  return {
    add: ({ path, revision }: WaitingPage, error: unknown) => {
      failed.set(path, { revision, isPaused: true })
      failuresInARow += 1
      const reason = reasonOf(error)
      if (loggedReasons.has(reason)) return
      loggedReasons.add(reason)
      log.error(
        { err: error, path },
        'page could not be published; the old file stays, and the page will be retried'
      )
    },
    /** Call it after the page was written. */
    remove: ({ path }: WaitingPage) => {
      failuresInARow = 0
      if (!failed.delete(path) || failed.size > 0) return
      loggedReasons.clear()
      pauseMs = firstPauseMs
      log.warn({ path }, 'pages that failed before are published now')
    },
    isPaused,
    count: () => failed.size,
    hasTooMany,
    /** Returns the pages that may be rendered now; pages that never failed come first. */
    findDue: (queue: readonly WaitingPage[]): WaitingPage[] => {
      if (hasTooMany()) return []
      const due = queue.filter((page) => !isPaused(page))
      return [...due.filter(({ path }) => !failed.has(path)), ...due.filter(({ path }) => failed.has(path))]
    },
    endPause,
    schedulePauseEnd: () => {
      if (timer !== null) return
      timer = setTimeout(() => {
        timer = null
        endPause()
        onPauseOver()
      }, pauseMs).unref()
      pauseMs = Math.min(2 * pauseMs, maxPauseMs)
    },
    stop: () => {
      if (timer !== null) clearTimeout(timer)
    }
  }
}

/** Returns the same reason for all pages: a message of the file system names the file, its code does not. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error ? String(error.code) : error.message
}
