import { access } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { createFailedPages } from './failed-pages.ts'
import { fileOfPage } from './page-file.ts'
import type { PageQueue } from './page-queue.ts'
import type { PageOutcome } from './publish-page.ts'
import type { PageType, WaitingCount, WaitingPage } from './waiting-pages.ts'

export type PublisherParts = {
  /** What this node has still to draw; those who publish into the same folder share one. */
  queue: PageQueue
  /** Makes the file of a page what the database says. Rejects where that is not possible now. */
  publishPage: (path: string) => Promise<PageOutcome>
  siteDir: string
  log: Logger
  /** What it publishes of the queue: pages, where nothing is said. */
  type?: PageType
  /** How many pages are published at a time while so many wait; one, where nothing is said. */
  pagesAtOnce?: (waiting: number) => number
  /** Resolves when the next may be published that nobody waits for. */
  waitForTurn?: () => Promise<void>
}

export type Publisher = {
  /** From now on all that is queued gets published, without waiting for it: what waits already, and what comes. */
  start: () => void
  /** Publishes all that is queued, what failed before too; resolves with the number of pages that still wait. */
  drain: (onPage?: (path: string) => void) => Promise<number>
  /** How many pages could not be written when they were last tried. */
  countFailing: () => number
  /** The pages that wait on this node. @throws when the database does not answer */
  countWaiting: (overdue: Date) => Promise<WaitingCount>
  /**
   * Publishes the page before all others if it waits; resolves when its file is what the database says, or when it
   * cannot be written now, and after a moment where an older file stands, unless that will not do. Never rejects.
   */
  bringUpToDate: (path: string, needs?: { newest: boolean }) => Promise<void>
  /** Resolves when all that can be written is written. */
  whenIdle: () => Promise<void>
  /** Resolves when the pages that are being written are done; no other is begun. */
  stop: () => Promise<void>
}

/**
 * A page that changed alone is drawn within this. Where it takes longer, visitors get the file that stands, as from a
 * cache: it names its day.
 */
const patienceMs = 25
/** So many pages change at once only with figures or days; who asks for one of them would wait in vain. */
const manyPages = 40

/**
 * Has what waits on this node turned into files, several at a time. A page stops waiting last, and only if nobody queued
 * it again meanwhile: killed anywhere, the next start begins at the place beside the files and does the work again.
 */
export function createPublisher(parts: PublisherParts): Publisher {
  const { queue, siteDir, log, type = 'pages', pagesAtOnce = () => 1, waitForTurn } = parts
  let running: Promise<number> | null = null
  let isAskedAgain = false
  /** Something was published since the queue was read, so that it may have more by now. */
  let isListOld = false
  let isStopped = false
  /** Many pages wait at once. */
  let isCrowded = false
  let stopListening = () => {}
  /** What is being published, each with its end. */
  const underWay = new Map<string, Promise<void>>()
  /** Pages that visitors wait for. */
  const awaited = new Map<string, PromiseWithResolvers<void>>()
  /** Something ended, was asked for, or shall stop. */
  let change = Promise.withResolvers<'changed'>()
  const failed = createFailedPages(log, publishQueued)

  async function drainQueue(onPage?: (path: string) => void): Promise<number> {
    let waiting = 1 // Until the queue was read.
    let due: WaitingPage[] = []
    let mostAtOnce = 1
    try {
      while (!isStopped) {
        if (isAskedAgain) {
          isAskedAgain = false
          isListOld = false
          await queue.catchUp()
          due = failed.findDue(queue.list(type)).reverse()
          mostAtOnce = pagesAtOnce(due.length)
          isCrowded = due.length > manyPages
        }
        const hasRoom = underWay.size < mostAtOnce
        const wanted = hasRoom ? findWanted() : null
        if (wanted !== null) begin(wanted, onPage)
        else if (hasRoom && due.length > 0 && !failed.isHopeless(underWay.size)) {
          const isTurn = waitForTurn && (await Promise.race([waitForTurn(), change.promise]))
          const page = isTurn === 'changed' ? undefined : due.pop()
          // What was queued again meanwhile is in the next list.
          if (page !== undefined && isStillDue(page)) begin(page, onPage)
        } else if (underWay.size > 0) await change.promise
        else if (isListOld) isAskedAgain = true
        else {
          await queue.savePlace()
          if (!isAskedAgain) break
        }
      }
      waiting = queue.list(type).length
      return waiting
    } finally {
      if (underWay.size > 0) await Promise.all(underWay.values())
      isCrowded = false
      running = null // In the same turn as the last look at the queue, so that no call falls between.
      for (const path of awaited.keys()) endWait(path)
      if (waiting > 0 && !isStopped) failed.pause()
    }
  }

  /** The next page that visitors wait for. */
  function findWanted(): WaitingPage | null {
    for (const path of awaited.keys()) {
      const page = underWay.has(path) ? null : queue.find(path, type)
      if (page !== null && !failed.isResting(page)) return page
    }
    return null
  }

  function isStillDue(page: WaitingPage): boolean {
    const isListed = queue.find(page.path, type)?.revision === page.revision
    return isListed && !underWay.has(page.path) && !failed.isResting(page)
  }

  function begin(page: WaitingPage, onPage?: (path: string) => void): void {
    isListOld = true
    underWay.set(
      page.path,
      publish(page, onPage).then(() => {
        underWay.delete(page.path)
        const again = queue.find(page.path, type)
        const isAgain = again !== null && !failed.isResting(again)
        if (isAgain) isAskedAgain = true
        else endWait(page.path)
        announceChange()
      })
    )
  }

  /** Never rejects. */
  async function publish(page: WaitingPage, onPage?: (path: string) => void): Promise<void> {
    try {
      await parts.publishPage(page.path)
      await queue.markDrawn(page)
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
    isAskedAgain = true
    announceChange()
    running ??= drainQueue(onPage)
    return running
  }

  function publishQueued(): void {
    run().catch((error: unknown) => log.error({ err: error }, 'publish queue could not be read'))
  }

  async function bringUpToDate(path: string, needs?: { newest: boolean }): Promise<void> {
    if (isStopped) return
    await queue.lookForVisitor()
    const page = queue.find(path, type)
    if (page === null || failed.isResting(page)) return
    const wait = awaited.get(path) ?? Promise.withResolvers<void>()
    awaited.set(path, wait)
    publishQueued()
    const mustBeNewest = needs?.newest === true || page.isForeign || type === 'pictures'
    if (mustBeNewest || !(await isThere(path))) return wait.promise
    if (!isCrowded) await Promise.race([wait.promise, setTimeout(patienceMs)])
  }

  async function isThere(path: string): Promise<boolean> {
    return access(fileOfPage(siteDir, path)).then(
      () => true,
      () => false
    )
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
      await queue.savePlace()
      for (const path of awaited.keys()) endWait(path)
    }
  }
}
