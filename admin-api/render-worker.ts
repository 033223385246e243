import { flushCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import { allPages } from './all-pages.ts'
import { openForReading } from './platform/database/open.ts'
import type { Db } from './platform/database/schema.ts'
import { lowerPriority, serveTasks } from './platform/worker-threads.ts'
import { loadRenderer } from './publishing/built-site.ts'
import { readPageTime } from './publishing/page-time.ts'
import { type PageSource, publishPage } from './publishing/publish-page.ts'
import type { RenderTasks, RenderWorkerData } from './publishing/render-threads.ts'

const { location, buildFolder, site, siteDir, hasLowPriority }: RenderWorkerData = workerData
if (hasLowPriority) lowerPriority()
// Starts now: the database may still be filling.
const renderer = loadRenderer(buildFolder)
// A thread that is terminated would not save its compile cache by itself.
renderer.then(
  () => flushCompileCache(),
  () => undefined
)
let reading: Db | null = null
const made: PageSource['made'] = new Map()

// Renders pages and pictures and writes their files, on a database connection of its own.
serveTasks<RenderTasks>({
  publish: async ({ path, now }) => {
    reading ??= openForReading(location)
    const readTime = (db: Db) => readPageTime(db, now)
    const source = {
      db: reading,
      render: await renderer,
      loadPage: allPages.load,
      readTime,
      site,
      siteDir,
      made
    }
    return publishPage(source, path)
  },
  render: async ({ path, page, time }) => (await renderer)(path, { site, page, time })
})
