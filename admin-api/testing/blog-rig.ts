import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { loadAnyPage } from '../all-pages.ts'
import type { Database } from '../db/schema.ts'
import { createPublisher, type Publisher, type RenderPage } from '../publisher/publisher.ts'
import { testSite } from './page-rig.ts'

/** A page that holds its whole model, so that a stale or torn file shows. */
export const renderModel: RenderPage = async (path, { page }) => JSON.stringify({ path, page })

/** The real publisher of the real pages, drawn as their models. */
export function createModelPublisher(db: Kysely<Database>, siteDir: string): Publisher {
  return createPublisher({
    db,
    render: renderModel,
    loadPage: (database, path) => loadAnyPage(database, path, []),
    site: testSite,
    siteDir,
    log: pino({ level: 'error' })
  })
}

/** As new, numbers of rows included: cheaper than another database for each test. */
export async function emptyBlog(db: Kysely<Database>): Promise<void> {
  for (const table of ['blog_redirect', 'blog_post', 'publish_queue', 'admin_log', 'meta'] as const)
    await db.deleteFrom(table).execute()
  await sql`delete from sqlite_sequence where name in ('blog_post', 'admin_log')`.execute(db)
}
