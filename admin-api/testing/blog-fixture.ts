import { pino } from 'pino'
import { writeLastId } from '../platform/database/dialect.ts'
import type { Db } from '../platform/database/schema.ts'
import { createPageQueue } from '../publishing/page-queue.ts'
import { publishPage, type RenderPage } from '../publishing/publish-page.ts'
import { createPublisher, type Publisher } from '../publishing/publisher.ts'
import { makePost } from './make.ts'
import { testSite, testTime } from './page-fixture.ts'
import { pages } from './pages.ts'

export async function listBlogPaths(db: Db): Promise<string[]> {
  return (await pages.list(db)).filter((path) => path.startsWith('/blog') || path === '/rss.xml')
}

/** A page that holds its whole model, so that tests detect stale or torn files. */
export const renderModel: RenderPage = async (path, { page }) => JSON.stringify({ path, page })

/** The real publisher with the real pages, rendered as their models. */
export function createModelPublisher(db: Db, siteDir: string): Publisher {
  const log = pino({ level: 'error' })
  const readTime = async () => testTime
  const source = { db, render: renderModel, loadPage: pages.load, readTime, site: testSite, siteDir }
  return createPublisher({
    queue: createPageQueue({ db, siteDir, log }),
    publishPage: (path) => publishPage(source, path),
    siteDir,
    log
  })
}

/** Empties the blog and resets its row ids; cheaper than a new database for each test. */
export async function emptyBlog(db: Db): Promise<void> {
  for (const table of [
    'blog_redirect',
    'blog_revision',
    'blog_post',
    'deleted_post',
    'post_key',
    'page_change',
    'admin_log',
    'meta'
  ] as const)
    await db.deleteFrom(table).execute()
  for (const table of ['blog_post', 'admin_log'] as const) await writeLastId(db, table, 0)
}

/** The published posts 1 to `count`, one a day. */
export async function addPosts(db: Db, count: number): Promise<void> {
  const posts = Array.from({ length: count }, (_, index) => makePost(index + 1))
  for (let start = 0; start < count; start += 500) {
    await db
      .insertInto('blog_post')
      .values(posts.slice(start, start + 500))
      .execute()
  }
}

/** Paths that a change queues, without those queued before. */
export async function queuedBy(db: Db, change: () => Promise<unknown>): Promise<string[]> {
  await db.deleteFrom('page_change').execute()
  await change()
  const rows = await db.selectFrom('page_change').select('path').distinct().orderBy('path').execute()
  return rows.map(({ path }) => path)
}
