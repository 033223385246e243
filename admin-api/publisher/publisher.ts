import { setImmediate } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PageModel, SiteInfo } from '../contract/pages.ts'
import { type QueuedPage, readQueue, removeFromQueue } from '../db/publish-queue.db.ts'
import type { Database } from '../db/schema.ts'
import { fileOfPage } from './page-file.ts'
import { removePage, writePage } from './write-page.ts'

export type RenderPage = (path: string, locals: { site: SiteInfo; page: PageModel }) => Promise<string>

export type PublisherParts = {
  db: Kysely<Database>
  render: RenderPage
  /** The page's model, or null when the page no longer exists and its file must go. */
  loadPage: (db: Kysely<Database>, path: string) => Promise<PageModel | null>
  site: SiteInfo
  siteDir: string
  log: Logger
}

export type Publisher = {
  /** Says that the queue may hold something; returns at once. */
  wake: () => void
  /** Publishes all that is queued; resolves with the number of pages that could not be written. */
  drain: (onPage?: (path: string) => void) => Promise<number>
  /** Resolves when the page in hand is done; nothing more is begun. */
  stop: () => Promise<void>
}

/**
 * Turns rows of publish_queue into files. A row goes last, and only if nobody queued the page again
 * meanwhile: killed anywhere, the next start finds the row and does the work again.
 */
export function createPublisher(parts: PublisherParts): Publisher {
  const { db, log } = parts
  let running: Promise<number> | null = null
  let isAskedAgain = false
  let isStopped = false

  async function drainQueue(onPage?: (path: string) => void): Promise<number> {
    const failed = new Set<string>()
    try {
      while (!isStopped) {
        isAskedAgain = false
        const pages = (await readQueue(db)).filter((page) => !failed.has(page.path))
        for (const page of pages) {
          if (isStopped) break
          if (await publishOne(page)) onPage?.(page.path)
          else failed.add(page.path)
          await setImmediate() // A long queue must not hold up the API.
          if (isAskedAgain) break // What was queued meanwhile may go first.
        }
        if (pages.length === 0 && !isAskedAgain) break
      }
      return failed.size
    } finally {
      running = null // In the same turn as the last look at the queue, so that no wake falls between.
    }
  }

  async function publishOne(page: QueuedPage): Promise<boolean> {
    try {
      const model = await parts.loadPage(db, page.path)
      const file = fileOfPage(parts.siteDir, page.path)
      if (model === null) await removePage(file)
      else await writePage(file, await parts.render(page.path, { site: parts.site, page: model }))
      await removeFromQueue(db, page)
      return true
    } catch (error) {
      log.error({ err: error, path: page.path }, 'page could not be published; the old file stays')
      return false
    }
  }

  function drain(onPage?: (path: string) => void): Promise<number> {
    isAskedAgain = true
    running ??= drainQueue(onPage)
    return running
  }

  return {
    drain,
    wake: () =>
      void drain().catch((error: unknown) => log.error({ err: error }, 'publish queue could not be read')),
    stop: async () => {
      isStopped = true
      await running?.catch(() => undefined)
    }
  }
}
