import type { Logger } from 'pino'
import { type PageTime, robotsPath, type SiteInfo } from '../contract/pages.ts'
import { createThreads } from '../platform/worker-threads.ts'
import type { AnyPage } from './page-kind.ts'
import type { PageOutcome } from './publish-page.ts'

/** Data that each render thread starts with. */
export type RenderSetup = {
  /** Path or URL of the database, as openDatabase() takes it. */
  location: string
  buildFolder: string
  site: SiteInfo
  siteDir: string
}
export type RenderWorkerData = RenderSetup & {
  /** Requests have priority over this thread. */
  hasLowPriority: boolean
}

export type RenderTasks = {
  /** Brings the file of a page up to date with the database. Rejects while that is not possible. */
  publish: (task: { path: string; now: Date }) => Promise<PageOutcome>
  /** Renders a page without writing it. */
  render: (task: { path: string; page: AnyPage; time: PageTime }) => Promise<string>
}

export type RenderThreads = RenderTasks & {
  /** Same as `publish`, but not slowed down by requests. */
  publishAtOnce: RenderTasks['publish']
  /** Number of pages of each priority that keep the threads busy. */
  pagesAtOnce: number
  stop: () => Promise<void>
}

/** While some pages are flushed, their thread renders another. */
const pagesPerThread = 4
/** Each renderer costs a second and 100 MB, so there is a second one only while the first one hangs. */
const urgentPagesPerThread = 8
const maxUrgentThreads = 2
/** A machine at its limits may need three seconds for a page; another thread would then cost it even more. */
const urgentPatienceMs = 6000
const idleMs = 60_000
/** A page takes 10 ms, a picture 100 ms. */
const limitMs = 60_000
const maxHeapMegabytes = 256

/** @param worker the module that serves RenderTasks */
export function createRenderThreads(worker: URL, setup: RenderSetup, log: Logger): RenderThreads {
  const options = {
    purpose: 'renders pages',
    worker,
    tasksPerThread: pagesPerThread,
    idleMs,
    limitMs,
    maxHeapMegabytes,
    onIdleError: (error: Error) => log.error({ err: error }, 'a render thread ended')
  }
  // At low priority, a page would take half a minute on a busy machine, and a thread can't raise its priority again. A
  // published post must be live within 300 ms, so this thread starts at once and stays.
  const atOnce = createThreads<RenderTasks>({
    ...options,
    tasksPerThread: urgentPagesPerThread,
    workerData: { ...setup, hasLowPriority: false },
    minThreads: 1,
    maxThreads: maxUrgentThreads,
    patienceMs: urgentPatienceMs
  })
  // Requests have priority over pages that nobody waits for.
  const backlog = createThreads<RenderTasks>({
    ...options,
    workerData: { ...setup, hasLowPriority: true }
  })
  return {
    publish: (task) => backlog.run('publish', task),
    publishAtOnce: (task) => atOnce.run('publish', task),
    render: (task) => atOnce.run('render', task),
    pagesAtOnce: pagesPerThread,
    stop: async () => {
      await Promise.all([atOnce.stop(), backlog.stop()])
    }
  }
}

/** Renders pages that are not written to files. */
export type PageRenderer = {
  /** Rejects with the reason when no page can be rendered. */
  check: () => Promise<void>
  /** Renders the page at `path` for the current day. @throws when it can't be rendered */
  render: (path: string, page: AnyPage) => Promise<string>
}

/** @param threads null if pages are rendered by a development server */
export function createPageRenderer(
  threads: RenderThreads | null,
  readTime: () => Promise<PageTime>
): PageRenderer {
  function requireThreads(): RenderThreads {
    if (threads === null) throw new Error('Pages are rendered on request here, without a renderer.')
    return threads
  }
  return {
    check: async () => {
      // The smallest page.
      const page = { kind: 'robots', closedPaths: [] }
      await threads?.render({
        path: robotsPath,
        page,
        time: { today: '1970-01-01', nextClose: '1970-01-01', oldFigures: null }
      })
    },
    render: async (path, page) => requireThreads().render({ path, page, time: await readTime() })
  }
}
