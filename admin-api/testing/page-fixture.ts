import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import type { PageModel } from '../contract/page-models.ts'
import type { PageTime, SiteInfo } from '../contract/pages.ts'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { enqueuePages } from '../publishing/page-log.db.ts'
import { createPageQueue } from '../publishing/page-queue.ts'
import { type PageSource, publishPage, type RenderPage } from '../publishing/publish-page.ts'
import { createPublisher, type Publisher, type PublisherParts } from '../publishing/publisher.ts'

export const testSite: SiteInfo = {
  url: 'http://doubloon.example',
  socialUrl: 'https://social.example',
  supportUrl: 'https://support.example',
  contactEmail: 'ahoy@doubloon.example'
}

/** A Monday on which the figures are fresh. */
export const testTime: PageTime = { today: '2026-06-01', nextClose: '2026-06-01', oldFigures: null }

/** The smallest page; its only content is one value in the database, so that tests detect stale files. */
type TestPage = Extract<PageModel, { kind: 'home' }>

export async function createPageTable(db: Db): Promise<void> {
  await sql`create table test_page (path text primary key, body text)`.execute(db)
}

/** Changes the body of a page (null: removes it) and queues it, in one transaction, as every feature does. */
export async function changePage(db: Db, path: string, body: string | null): Promise<void> {
  await writeTransaction(db, async (trx) => {
    await sql`insert into test_page (path, body) values (${path}, ${body})
      on conflict (path) do update set body = excluded.body`.execute(trx)
    await enqueuePages(trx, [path], new Date())
  })
}

export async function readBodies(db: Db): Promise<{ path: string; body: string | null }[]> {
  const { rows } = await sql<{ path: string; body: string | null }>`select path, body from test_page`.execute(
    db
  )
  return rows
}

async function loadTestPage(db: Db, path: string): Promise<TestPage | null> {
  const { rows } = await sql<{
    body: string | null
  }>`select body from test_page where path = ${path}`.execute(db)
  const body = rows[0]?.body ?? null
  const news = { payments: [], report: null, weeks: [] }
  return body === null
    ? null
    : { kind: 'home', asOf: body, suggestedTickers: [], featured: [], funds: [], example: null, news }
}

export const renderTestPage: RenderPage = async (path, { page }) =>
  `<html><head><title>${path}</title></head><body>${(page as TestPage).asOf}</body></html>`

/** Renders and writes pages in this thread, as render threads do in the service. */
export function createTestPublisher(
  db: Db,
  siteDir: string,
  render: RenderPage = renderTestPage,
  log: Logger = pino({ level: 'silent' }),
  { write, ...others }: Partial<PublisherParts & Pick<PageSource, 'write'>> = {}
): Publisher {
  const source = {
    db,
    render,
    loadPage: loadTestPage,
    readTime: async () => testTime,
    site: testSite,
    siteDir,
    ...(write && { write })
  }
  return createPublisher({
    queue: createPageQueue({ db, siteDir, log }),
    publishPage: (path: string) => publishPage(source, path),
    siteDir,
    log,
    ...others
  })
}
