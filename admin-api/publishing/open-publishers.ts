import { setTimeout } from 'node:timers/promises'
import type { Logger } from 'pino'
import { robotsPath } from '../contract/pages.ts'
import type { DrawThreads } from './draw-in-threads.ts'
import type { PageQueue } from './page-queue.ts'
import { createPublisher, type Publisher } from './publisher.ts'

/** Visitors and collections have the machine between two pictures. */
const pauseBetweenPicturesMs = 20

/** Publishes nothing: a development server draws pages when they are asked for. */
const noPublisher: Publisher = {
  start: () => undefined,
  drain: async () => 0,
  countFailing: () => 0,
  countWaiting: async () => ({ waiting: 0, late: 0, since: null }),
  bringUpToDate: async () => undefined,
  whenIdle: async () => undefined,
  stop: async () => undefined
}

/** Those of a service: of its pages, and of its pictures, which come after the pages. */
export function openPublishers(
  drawing: DrawThreads | null,
  { queue, siteDir, clock, log }: { queue: PageQueue; siteDir: string; clock: () => Date; log: Logger }
): { publisher: Publisher; pictures: Publisher } {
  if (drawing === null) return { publisher: noPublisher, pictures: noPublisher }
  const parts = {
    queue,
    publishPage: (path: string) => drawing.publish({ path, now: clock() }),
    siteDir,
    log
  }
  const publisher = createPublisher({ ...parts, pagesAtOnce: drawing.pagesAtOnce })
  const pictures = createPublisher({
    ...parts,
    type: 'pictures',
    waitForTurn: async () => {
      await publisher.whenIdle()
      await setTimeout(pauseBetweenPicturesMs)
    }
  })
  return { publisher, pictures }
}

/** @throws Error where pages are drawn by somebody else */
export function requireThreads(drawing: DrawThreads | null): DrawThreads {
  if (drawing === null) throw new Error('Pages are drawn on request here, without a renderer.')
  return drawing
}

/** Draws the smallest page there is. */
export async function checkRenderer(drawing: DrawThreads | null): Promise<void> {
  const time = { today: '1970-01-01', oldFigures: null }
  await requireThreads(drawing).draw({
    path: robotsPath,
    page: { kind: 'robots', closedPaths: [] },
    time
  })
}
