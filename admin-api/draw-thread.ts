import { flushCompileCache } from 'node:module'
import { workerData } from 'node:worker_threads'
import type { Kysely } from 'kysely'
import { createPages } from './all-pages.ts'
import type { PageModel, PageTime, SiteInfo } from './contract/pages.ts'
import { openForReading } from './platform/database/open.ts'
import type { Database } from './platform/database/schema.ts'
import { readPageTime } from './publishing/page-time.ts'
import { loadRenderer } from './publishing/built-site.ts'
import { type PageOutcome, publishPage } from './publishing/publish-page.ts'

/**
 * A thread that draws pages and pictures and writes their files, on a connection of its own, so that it holds up no
 * visitor. What it is asked for comes through `draw-in-threads.ts`.
 */

/** What a thread is started with. `place`: of the database, as openDatabase() takes it. */
export type DrawPlaces = {
  place: string
  buildFolder: string
  staticPaths: readonly string[]
  site: SiteInfo
  siteDir: string
}

export type PublishTask = { path: string; now: Date }
export type DrawTask = { path: string; page: PageModel; time: PageTime }

/** An error keeps its code on the way between threads only as data. */
export type DrawAnswer<Value> =
  | { isDone: true; value: Value }
  | { isDone: false; message: string; stack: string | undefined; code: unknown }

const { place, buildFolder, staticPaths, site, siteDir } = workerData as DrawPlaces
const pages = createPages(staticPaths)
// At once: the thread starts while the database is still being filled.
const renderer = loadRenderer(buildFolder)
// A thread that is ended keeps nothing for the next one by itself.
renderer.then(
  () => flushCompileCache(),
  () => undefined
)
let reading: Kysely<Database> | null = null

/** Brings the file of a page to what the database says. */
export async function publish({ path, now }: PublishTask): Promise<DrawAnswer<PageOutcome>> {
  return answer(async () => {
    reading ??= openForReading(place)
    const readTime = (db: Kysely<Database>) => readPageTime(db, now)
    const source = { db: reading, render: await renderer, loadPage: pages.load, readTime, site, siteDir }
    return publishPage(source, path)
  })
}

/** Draws what is written nowhere. */
export async function draw({ path, page, time }: DrawTask): Promise<DrawAnswer<string>> {
  return answer(async () => (await renderer)(path, { site, page, time }))
}

async function answer<Value>(work: () => Promise<Value>): Promise<DrawAnswer<Value>> {
  try {
    return { isDone: true, value: await work() }
  } catch (error) {
    if (!(error instanceof Error))
      return { isDone: false, message: String(error), stack: undefined, code: undefined }
    const code = 'code' in error ? String(error.code) : undefined
    return { isDone: false, message: error.message, stack: error.stack, code }
  }
}
