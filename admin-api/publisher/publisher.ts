import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PageModel, PageTime, SiteInfo } from '../contract/pages.ts'
import {
  findQueued,
  type QueuedPage,
  type QueueKind,
  readQueue,
  removeFromQueue
} from '../db/publish-queue.db.ts'
import type { Database } from '../db/schema.ts'
import { onPagesQueued } from '../db/write-transaction.ts'
import { createFailedPages } from './failed-pages.ts'
import { fileOfPage } from './page-file.ts'
import { removePages, writePage } from './write-page.ts'

export type RenderPage = (path: string, locals: PageLocals) => Promise<string>

/** All that a page is drawn from. */
type PageLocals = { site: SiteInfo; page: PageModel; time: PageTime }

export type PublisherParts = {
  db: Kysely<Database>
  render: RenderPage
  /** The page's model, or null when the page no longer exists and its file must go. */
  loadPage: (db: Kysely<Database>, path: string) => Promise<PageModel | null>
  readTime: (db: Kysely<Database>) => Promise<PageTime>
  site: SiteInfo
  siteDir: string
  log: Logger
  /** What it publishes of the queue: pages, where nothing is said. */
  kind?: QueueKind
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

/**
 * Turns rows of publish_queue into files. A row goes last, and only if nobody queued the page again
 * meanwhile: killed anywhere, the next start finds the row and does the work again.
 */
export function createPublisher(parts: PublisherParts): Publisher {
  const { db, log, kind = 'pages', write = writePage, waitForTurn = () => setImmediate() } = parts
  let running: Promise<number> | null = null
  let isAskedAgain = false
  let isStopped = false
  /** Spares each request a look at the queue; false where it is not known. */
  let isQueueEmpty = false
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
        const queue = await readQueue(db, kind)
        waiting = queue.length
        const due = failed.findDue(queue)
        if (due.length === 0 && !isAskedAgain) break
        for (const page of due) {
          await publishUntilTurn(onPage)
          if (isStopped) break
          await publishOne(page, onPage)
          // What was queued meanwhile may go first.
          if (isAskedAgain || failed.isHopeless()) break
        }
      }
      isQueueEmpty = waiting === 0
      return waiting
    } finally {
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
        const page = isStopped ? null : await findQueued(db, path, kind)
        if (page !== null && !failed.isResting(page)) await publishOne(page, onPage)
      } finally {
        awaited.delete(path)
        wait.resolve()
      }
    }
  }

  async function publishOne(page: QueuedPage, onPage?: (path: string) => void): Promise<void> {
    try {
      const model = await parts.loadPage(db, page.path)
      const file = fileOfPage(parts.siteDir, page.path)
      if (model === null) await removePages([file])
      else {
        const locals = { site: parts.site, page: model, time: await parts.readTime(db) }
        await write(file, await parts.render(page.path, locals))
      }
      await removeFromQueue(db, page)
      failed.remove(page)
      onPage?.(page.path)
    } catch (error) {
      failed.add(page, error)
    }
  }

  function run(onPage?: (path: string) => void): Promise<number> {
    isAskedAgain = true
    isQueueEmpty = false
    running ??= drainQueue(onPage)
    return running
  }

  function publishQueued(): void {
    run().catch((error: unknown) => log.error({ err: error }, 'publish queue could not be read'))
  }

  async function bringUpToDate(path: string): Promise<void> {
    if (isQueueEmpty || isStopped) return
    const page = await findQueued(db, path, kind).catch(() => null)
    if (page === null || failed.isResting(page)) return
    const wait = awaited.get(path) ?? Promise.withResolvers<void>()
    awaited.set(path, wait)
    publishQueued()
    wakeUp()
    await wait.promise
  }

  return {
    countFailing: failed.count,
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
      stopListening = onPagesQueued(db, publishQueued)
      publishQueued()
    },
    stop: async () => {
      stopListening()
      isStopped = true
      failed.stop()
      wakeUp()
      await running?.catch(() => undefined)
      for (const { resolve } of awaited.values()) resolve()
    }
  }
}
