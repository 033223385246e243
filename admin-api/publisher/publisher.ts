import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PageModel, PageTime, SiteInfo } from '../contract/pages.ts'
import type { Database } from '../db/schema.ts'
import { createFailedPages } from './failed-pages.ts'
import { fileOfPage } from './page-file.ts'
import type { PageQueue } from './page-queue.ts'
import type { PageType, WaitingCount, WaitingPage } from './waiting-pages.ts'
import { removePages, writePage } from './write-page.ts'

export type RenderPage = (path: string, locals: PageLocals) => Promise<string>

/** All that a page is drawn from. */
type PageLocals = { site: SiteInfo; page: PageModel; time: PageTime }

export type PublisherParts = {
  db: Kysely<Database>
  /** What this node has still to draw; those who publish into the same folder share one. */
  queue: PageQueue
  render: RenderPage
  /** The page's model, or null when the page no longer exists and its file must go. */
  loadPage: (db: Kysely<Database>, path: string) => Promise<PageModel | null>
  readTime: (db: Kysely<Database>) => Promise<PageTime>
  site: SiteInfo
  siteDir: string
  log: Logger
  /** What it publishes of the queue: pages, where nothing is said. */
  type?: PageType
  /** Writes what was rendered: a page and its compressed siblings, where nothing is said. */
  write?: (file: string, rendered: string) => Promise<void>
  /** Resolves when the next may be published that nobody waits for; left out, when others had their turn. */
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
   * cannot be written now. Never rejects.
   */
  bringUpToDate: (path: string) => Promise<void>
  /** Resolves when all that can be written is written. */
  whenIdle: () => Promise<void>
  /** Resolves when the page that is being written is done; no other is begun. */
  stop: () => Promise<void>
}

type Drawn = { status: 'drawn'; text: string } | { status: 'gone' } | { status: 'failed'; error: unknown }

/**
 * Turns what waits on this node into files. A page stops waiting last, and only if nobody queued it again meanwhile: killed
 * anywhere, the next start begins at the place beside the files and does the work again.
 */
export function createPublisher(parts: PublisherParts): Publisher {
  const { db, queue, log, type = 'pages', write = writePage, waitForTurn = () => setImmediate() } = parts
  let running: Promise<number> | null = null
  let isAskedAgain = false
  let isStopped = false
  /** The end of what is being written. */
  let writing = Promise.resolve()
  let stopListening = () => {}
  /** Pages that visitors wait for. */
  const awaited = new Map<string, PromiseWithResolvers<void>>()
  let wakeUp = () => {}
  const failed = createFailedPages(log, publishQueued)

  async function drainQueue(onPage?: (path: string) => void): Promise<number> {
    let waiting = 1 // Until the queue was read.
    try {
      while (!isStopped) {
        isAskedAgain = false
        await publishAwaited(onPage)
        await queue.catchUp()
        const pages = queue.list(type)
        waiting = pages.length
        const due = failed.findDue(pages)
        if (due.length === 0) await queue.savePlace()
        if (due.length === 0 && !isAskedAgain) break
        for (const page of due) {
          await publishUntilTurn(onPage)
          if (isStopped) break
          const drawn = await drawPage(page)
          await writing
          // The next one is drawn while this one is flushed to the disk.
          writing = keepPage(page, drawn, onPage)
          // What was queued meanwhile may go first.
          if (isAskedAgain || failed.isHopeless()) break
        }
        await writing
      }
      return waiting
    } finally {
      await writing
      running = null // In the same turn as the last look at the queue, so that no call falls between.
      if (waiting > 0 && !isStopped) failed.pause()
    }
  }

  /** A long queue must not hold up the API, nor what somebody waits for. */
  async function publishUntilTurn(onPage?: (path: string) => void): Promise<void> {
    do {
      await publishAwaited(onPage)
      const { promise, resolve } = Promise.withResolvers<void>()
      wakeUp = resolve
      if (!isStopped && awaited.size === 0) await Promise.race([waitForTurn(), promise])
    } while (awaited.size > 0 && !isStopped)
  }

  async function publishAwaited(onPage?: (path: string) => void): Promise<void> {
    for (const [path, wait] of awaited) {
      try {
        // It may be the one that is asked for.
        await writing
        const page = isStopped ? null : queue.find(path, type)
        if (page !== null && !failed.isResting(page)) await keepPage(page, await drawPage(page), onPage)
      } finally {
        awaited.delete(path)
        wait.resolve()
      }
    }
  }

  async function drawPage({ path }: WaitingPage): Promise<Drawn> {
    try {
      const model = await parts.loadPage(db, path)
      if (model === null) return { status: 'gone' }
      const locals = { site: parts.site, page: model, time: await parts.readTime(db) }
      return { status: 'drawn', text: await parts.render(path, locals) }
    } catch (error) {
      return { status: 'failed', error }
    }
  }

  /** Never rejects. */
  async function keepPage(page: WaitingPage, drawn: Drawn, onPage?: (path: string) => void): Promise<void> {
    try {
      if (drawn.status === 'failed') throw drawn.error
      const file = fileOfPage(parts.siteDir, page.path)
      if (drawn.status === 'gone') await removePages([file])
      else await write(file, drawn.text)
      await queue.markDrawn(page)
      failed.remove(page)
      onPage?.(page.path)
    } catch (error) {
      failed.add(page, error)
    }
  }

  function run(onPage?: (path: string) => void): Promise<number> {
    isAskedAgain = true
    running ??= drainQueue(onPage)
    return running
  }

  function publishQueued(): void {
    run().catch((error: unknown) => log.error({ err: error }, 'publish queue could not be read'))
  }

  async function bringUpToDate(path: string): Promise<void> {
    if (isStopped) return
    await queue.lookForVisitor()
    const page = queue.find(path, type)
    if (page === null || failed.isResting(page)) return
    const wait = awaited.get(path) ?? Promise.withResolvers<void>()
    awaited.set(path, wait)
    publishQueued()
    wakeUp()
    await wait.promise
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
      wakeUp()
      await running?.catch(() => undefined)
      await queue.savePlace()
      for (const { resolve } of awaited.values()) resolve()
    }
  }
}
