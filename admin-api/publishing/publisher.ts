import { existsSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createFailedPages } from './failed-pages.ts'
import { fileOfPage } from './page-file.ts'
import type { PageQueue } from './page-queue.ts'
import type { PageOutcome } from './publish-page.ts'
import type { RenderThreads } from './render-threads.ts'
import type { PageType, WaitingCount, WaitingPage } from './waiting-pages.ts'

export type PublisherParts = {
  /** Shared by all publishers of a folder. */
  queue: PageQueue
  /**
   * Brings the file of a page up to date with the database. Rejects while that is not possible.
   * @param isUrgent whether a visitor waits for it, or it is one of few
   */
  publishPage: (path: string, isUrgent: boolean) => Promise<PageOutcome>
  siteDir: string
  log: Logger
  /** Type of pages to publish; 'pages' by default. */
  type?: PageType
  /** Number of pages of each priority to publish at a time; one by default. */
  pagesAtOnce?: number
  /** Resolves when the next page may be published that no visitor waits for. */
  waitForTurn?: () => Promise<void>
}

export type Publisher = {
  /** Number of pages whose last attempt failed. */
  countFailing: () => number
  /** Counts the pages that wait on this instance. @throws when the database does not answer */
  countWaiting: (overdue: Date) => Promise<WaitingCount>
  /** Publishes all waiting pages, retrying failed ones. Resolves with the number of pages that still wait. */
  drain: (onPage?: (path: string) => void) => Promise<number>
  /**
   * Publishes a waiting page before all others. Resolves when its file is up to date, or can't be for now. If an older
   * file may be served, resolves after 25 ms at the latest, unless the newest is needed. Never rejects.
   */
  bringUpToDate: (path: string, needs?: { newest: boolean }) => Promise<void>
  /** Resolves when every page that can be written is written. */
  whenIdle: () => Promise<void>
  /** Starts publishing in the background: pages that wait now, and pages queued later. */
  start: () => void
  /** Starts no other page, and resolves when the pages in progress are written. */
  stop: () => Promise<void>
}

type Publishing = { isUrgent: boolean; onPage: ((path: string) => void) | undefined }

/** A single changed page is rendered within this time. If it takes longer, visitors get the older file. */
const maxVisitorWaitMs = 25
/**
 * More pages than this change at once only with figures or days. The first ones show what changed and are published at
 * once, the others at low priority; a visitor would wait too long for one of them.
 */
const manyPages = 40

/**
 * Publishes the waiting pages of this instance, several at a time. A page is removed from the queue last, and only if it
 * was not queued again: after a kill at any moment, the next start repeats the work from the saved cursor.
 */
export function createPublisher(parts: PublisherParts): Publisher {
  const { queue, siteDir, log, type = 'pages', pagesAtOnce = 1, waitForTurn } = parts
  let running: Promise<number> | null = null
  /** The queue must be read, also by a run in progress. */
  let mustRead = false
  /** A page was published since the queue was read, so there may be more changes. */
  let isListStale = false
  let isStopped = false
  let isBacklogLong = false
  let urgentInProgress = 0
  let stopListening = () => {}
  /** Pages being published, by path. */
  const inProgress = new Map<string, Promise<void>>()
  /** Pages that visitors wait for, by path. */
  const awaited = new Map<string, PromiseWithResolvers<void>>()
  /** Resolves when a page was published or requested, or on stop. */
  let change = Promise.withResolvers<'changed'>()
  const failed = createFailedPages(log, publishQueued)

  async function drainQueue(onPage?: (path: string) => void): Promise<number> {
    let waiting = 1 // Until the queue was read.
    let due: WaitingPage[] = []
    let listed = 0
    try {
      while (!isStopped) {
        if (mustRead) {
          mustRead = false
          isListStale = false
          await queue.catchUp()
          due = failed.findDue(queue.list(type)).reverse()
          listed = due.length
          isBacklogLong = listed > manyPages
        }
        const wanted = findAwaited()
        const isUrgent = choosePriority(due.at(-1), listed - due.length < manyPages)
        if (wanted !== null) begin(wanted, { isUrgent: true, onPage })
        else if (isUrgent !== null && !failed.hasTooMany(inProgress.size)) {
          const turn = waitForTurn && (await Promise.race([waitForTurn(), change.promise]))
          const page = turn === 'changed' ? undefined : due.pop()
          // A page that was queued again is in the next list.
          if (page !== undefined && isStillDue(page)) begin(page, { isUrgent, onPage })
        } else if (inProgress.size > 0) await change.promise
        else if (isListStale) mustRead = true
        else {
          await queue.saveCursor()
          if (!mustRead) break
        }
      }
      waiting = queue.list(type).length
      return waiting
    } finally {
      if (inProgress.size > 0) await Promise.all(inProgress.values())
      isBacklogLong = false
      running = null // Synchronously after the last read of the queue, so that no call joins a run that has ended.
      for (const path of awaited.keys()) endWait(path)
      if (waiting > 0 && !isStopped) failed.schedulePauseEnd()
    }
  }

  /**
   * Decides whether the next page is urgent: one of the first, or one without a servable file. In a long backlog, such
   * pages are also rendered at low priority. Null if it can't start yet.
   */
  function choosePriority(page: WaitingPage | undefined, isAmongFirst: boolean): boolean | null {
    if (page === undefined) return null
    const isUrgent = type === 'pages' && (isAmongFirst || page.isUnservable)
    if (isUrgent && urgentInProgress < pagesAtOnce) return true
    const mayWait = !isAmongFirst || type === 'pictures' || (page.isUnservable && isBacklogLong)
    return mayWait && inProgress.size - urgentInProgress < pagesAtOnce ? false : null
  }

  /** Returns the next page that a visitor waits for. */
  function findAwaited(): WaitingPage | null {
    for (const path of awaited.keys()) {
      const page = inProgress.has(path) ? null : queue.find(path, type)
      if (page !== null && !failed.isPaused(page)) return page
    }
    return null
  }

  function isStillDue(page: WaitingPage): boolean {
    const isListed = queue.find(page.path, type)?.revision === page.revision
    return isListed && !inProgress.has(page.path) && !failed.isPaused(page)
  }

  function begin(page: WaitingPage, publishing: Publishing): void {
    isListStale = true
    if (publishing.isUrgent) urgentInProgress += 1
    inProgress.set(
      page.path,
      publish(page, publishing).then(() => {
        inProgress.delete(page.path)
        if (publishing.isUrgent) urgentInProgress -= 1
        const again = queue.find(page.path, type)
        if (again !== null && !failed.isPaused(again)) mustRead = true
        else endWait(page.path)
        announceChange()
      })
    )
  }

  /** Never rejects. */
  async function publish(page: WaitingPage, { isUrgent, onPage }: Publishing): Promise<void> {
    try {
      await parts.publishPage(page.path, isUrgent)
      await queue.markRendered(page)
      failed.remove(page)
      onPage?.(page.path)
    } catch (error) {
      failed.add(page, error)
    }
  }

  function endWait(path: string): void {
    awaited.get(path)?.resolve()
    awaited.delete(path)
  }

  function announceChange(): void {
    change.resolve('changed')
    change = Promise.withResolvers()
  }

  function run(onPage?: (path: string) => void): Promise<number> {
    mustRead = true
    announceChange()
    running ??= drainQueue(onPage)
    return running
  }

  function publishQueued(): void {
    run().catch((error: unknown) => log.error({ err: error }, 'publish queue could not be read'))
  }

  async function bringUpToDate(path: string, needs?: { newest: boolean }): Promise<void> {
    if (isStopped) return
    await queue.catchUpForVisitor()
    const page = queue.find(path, type)
    if (page === null || failed.isPaused(page)) return
    const wait = awaited.get(path) ?? Promise.withResolvers<void>()
    awaited.set(path, wait)
    publishQueued()
    const mustBeNewest = needs?.newest === true || page.isUnservable || type === 'pictures'
    if (mustBeNewest || !existsSync(fileOfPage(siteDir, path))) return wait.promise
    if (!isBacklogLong) await Promise.race([wait.promise, setTimeout(maxVisitorWaitMs)])
  }

  return {
    countFailing: failed.count,
    countWaiting: queue.count,
    drain: (onPage) => {
      failed.endPause()
      return run(onPage)
    },
    bringUpToDate,
    whenIdle: async () => {
      while (running !== null) await running.catch(() => undefined)
    },
    start: () => {
      stopListening()
      stopListening = queue.onChange(publishQueued)
      publishQueued()
    },
    stop: async () => {
      stopListening()
      isStopped = true
      failed.stop()
      announceChange()
      await running?.catch(() => undefined)
      await queue.saveCursor()
      for (const path of awaited.keys()) endWait(path)
    }
  }
}

/** Leaves the processor to requests and collections between two pictures. */
const pauseBetweenPicturesMs = 20

/** Publishes nothing: a development server renders pages on request. */
const noPublisher: Publisher = {
  start: () => undefined,
  drain: async () => 0,
  countFailing: () => 0,
  countWaiting: async () => ({ waiting: 0, late: 0, since: null }),
  bringUpToDate: async () => undefined,
  whenIdle: async () => undefined,
  stop: async () => undefined
}

/** Opens the publisher of pages, and that of pictures, which waits until all pages are published. */
export function openPublishers(
  threads: RenderThreads | null,
  { queue, siteDir, clock, log }: { queue: PageQueue; siteDir: string; clock: () => Date; log: Logger }
): { publisher: Publisher; pictures: Publisher } {
  if (threads === null) return { publisher: noPublisher, pictures: noPublisher }
  const publishPage = (path: string, isUrgent: boolean) =>
    threads[isUrgent ? 'publishAtOnce' : 'publish']({ path, now: clock() })
  const parts = { queue, publishPage, siteDir, log }
  const publisher = createPublisher({ ...parts, pagesAtOnce: threads.pagesAtOnce })
  const waitForTurn = async () => {
    await publisher.whenIdle()
    await setTimeout(pauseBetweenPicturesMs)
  }
  return { publisher, pictures: createPublisher({ ...parts, type: 'pictures', waitForTurn }) }
}
