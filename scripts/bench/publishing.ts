import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { openSession } from '../../admin-api/accounts/sessions.ts'
import { adminMarker } from '../../admin-api/contract/headers.ts'
import { pathOfFund } from '../../admin-api/contract/pages.ts'
import { noteChangedFacts } from '../../admin-api/estimates/changed-facts.ts'
import { deriveFigures } from '../../admin-api/estimates/derive-figures.ts'
import { findFunds } from '../../admin-api/funds/funds.db.ts'
import { median } from '../../admin-api/numbers/statistics.ts'
import { openService } from '../../admin-api/open-service.ts'
import { openDatabase } from '../../admin-api/platform/database/open.ts'
import { insertRows } from '../../admin-api/platform/database/rows.ts'
import type { Db } from '../../admin-api/platform/database/schema.ts'
import { writeTransaction } from '../../admin-api/platform/database/write-transaction.ts'
import { makePost } from '../../admin-api/testing/make.ts'
import { pages } from '../../admin-api/testing/pages.ts'
import { type RunningServer, startServer } from '../../admin-api/testing/start-server.ts'
import { waitUntilPublished } from '../../admin-api/testing/wait-until-published.ts'
import { type Figure, milliseconds } from './report.ts'

/** Number of rendered pages and time until the last of them was written. */
type Rendered = { files: number; milliseconds: number }

/**
 * Measures rendering after a changed price: of pages that show it (the fund's own page and data, and the lists), and of
 * all pages, including those that only show a rank. The median of four changes; an earlier one warms up the render
 * threads, as in a service that has rendered its pages before.
 */
export async function timeChangedPrice(
  environment: Record<'DATA_DIR' | 'SITE_DIR', string>
): Promise<Figure[]> {
  const service = await openService({ ...process.env, LOG_LEVEL: 'error', ...environment })
  const db = openDatabase(join(environment.DATA_DIR, 'doubloon.sqlite'))
  const { queueChange } = pages
  async function change(factor: number): Promise<void> {
    await writeTransaction(db, async (trx) => {
      await trx
        .updateTable('price')
        .set((eb) => ({ close: eb('close', '*', factor) }))
        .where('symbol', '=', 'MSTY')
        .where('date', '=', (eb) =>
          eb.selectFrom('price').select(eb.fn.max('date').as('date')).where('symbol', '=', 'MSTY')
        )
        .execute()
      await noteChangedFacts(trx, { now: new Date(), closes: true })
    })
    await deriveFigures({ db, now: new Date(), queueChange })
  }

  async function timeRendering(): Promise<{ showing: Rendered; all: Rendered }> {
    const details = new Set((await findFunds(db)).map(({ symbol }) => pathOfFund(symbol)))
    details.delete(pathOfFund('MSTY'))
    details.add('/accuracy')
    const showing: Rendered = { files: 0, milliseconds: 0 }
    const all: Rendered = { files: 0, milliseconds: 0 }
    const startedAt = performance.now()
    await service.publisher.drain((path) => {
      const isDetail = details.has(path) || path.startsWith('/data/growth/')
      for (const rendered of isDetail ? [all] : [all, showing]) {
        rendered.files += 1
        rendered.milliseconds = Math.round(performance.now() - startedAt)
      }
    })
    return { showing, all }
  }

  try {
    const timed: { showing: Rendered; all: Rendered }[] = []
    for (const factor of [1.01, 1.02, 0.97, 1.03, 0.98]) {
      await change(factor)
      timed.push(await timeRendering())
    }
    const [, ...warm] = timed
    const byTime = warm.toSorted((a, b) => a.showing.milliseconds - b.showing.milliseconds)
    const middle = byTime[Math.floor(byTime.length / 2)]
    if (middle === undefined) throw new Error('no change was timed')
    const { showing, all: ranks } = middle
    return [
      milliseconds(
        "one changed price: the fund's page and data, and the lists",
        showing.milliseconds,
        1000,
        `for ${showing.files} pages`
      ),
      milliseconds(
        'one changed price: all pages that show it or a rank',
        ranks.milliseconds,
        10_000,
        `for ${ranks.files} pages`
      )
    ]
  } finally {
    await db.destroy()
    await service.close()
  }
}

const runs = 15
const maxWaitMs = 30_000

/** Instances of the service on one PostgreSQL database. */
type Instances = { databaseUrl: string; count: number }

/**
 * Publishes posts on real servers with a new site and database, after adding unrendered posts up to `posts`. A post is
 * sent to the first instance and is live when all instances have its page, the blog page, the feed and the sitemap.
 * @param limit of the median time from the response until it is live, in ms
 * @param instances one server with a SQLite file if undefined
 */
export async function timePublishing(posts: number, limit: number, instances?: Instances): Promise<Figure> {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-bench-'))
  const count = instances?.count ?? 1
  const dataDirs = Array.from({ length: count }, (_, i) => join(folder, String(i)))
  const siteDirs = dataDirs.map((dataDir) => join(dataDir, 'site'))
  const servers: RunningServer[] = []
  try {
    for (const dataDir of dataDirs) servers.push(await startInstance(dataDir, instances))
    for (const { url } of servers) await waitUntilPublished(url)
    const origin = servers[0]?.url ?? ''
    const db = openDatabase(instances?.databaseUrl ?? join(folder, '0', 'doubloon.sqlite'))
    const token = await openSession(db, { ip: '127.0.0.1', userAgent: 'bench' }, new Date())
    const headers = {
      'content-type': 'application/json',
      cookie: `doubloon-session=${token}`,
      [adminMarker.name]: adminMarker.value
    }
    await fillBlog(db, posts)
    const times: number[] = []
    for (let run = 0; run < runs; run += 1)
      times.push(await publish(origin, headers, siteDirs, `bench-${run}`))
    await db.destroy()
    const what = `one of ${posts.toLocaleString('en-US')} posts, until live on ${count} of ${count} instances`
    const detail = `after the response (slowest of ${runs}: ${Math.max(...times)} ms)`
    return milliseconds(what, median(times), limit, detail)
  } finally {
    for (const server of servers) await server.stop('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

function startInstance(dataDir: string, instances: Instances | undefined): Promise<RunningServer> {
  const database = instances && { DATABASE_URL: instances.databaseUrl }
  return startServer({ DATA_DIR: dataDir, SITE_DIR: join(dataDir, 'site'), LOG_LEVEL: 'error', ...database })
}

/** Returns the milliseconds from the response until the post is live. */
async function publish(
  origin: string,
  headers: Record<string, string>,
  siteDirs: readonly string[],
  slug: string
): Promise<number> {
  const content = `<h2>Wind</h2><p>${'It blows from the west all day. '.repeat(120)}</p>`.repeat(3)
  const body = JSON.stringify({ title: slug, excerpt: 'A post.', content, published: true })
  const response = await fetch(`${origin}/api/blog/posts`, { method: 'POST', headers, body })
  const answeredAt = performance.now()
  if (response.status !== 201) throw new Error(`POST /api/blog/posts answered ${response.status}`)
  const names = [`blog/${slug}.html`, 'blog.html', 'rss.xml', 'sitemap.xml']
  const files = siteDirs.flatMap((siteDir) => names.map((name) => join(siteDir, name)))
  await Promise.all(files.map((file) => waitUntilMentioned(file, `/blog/${slug}`)))
  return Math.round(performance.now() - answeredAt)
}

/** Reads the file only after it has changed, so that watching doesn't slow the server down. */
async function waitUntilMentioned(file: string, text: string): Promise<void> {
  const giveUpAt = performance.now() + maxWaitMs
  let seen = -1
  while (performance.now() < giveUpAt) {
    const changedAt = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => -1
    )
    if (changedAt !== seen && (await readFile(file, 'utf8')).includes(text)) return
    seen = changedAt
    await setTimeout(1)
  }
  throw new Error(`${file} did not mention ${text} in time`)
}

async function fillBlog(db: Db, count: number): Promise<void> {
  const { newest } = await db
    .selectFrom('blog_post')
    .select((eb) => eb.fn.max('archive_number').as('newest'))
    .executeTakeFirstOrThrow()
  const first = Number(newest ?? 0) + 1
  const posts = Array.from({ length: Math.max(0, count - first + 1) }, (_, i) => makePost(first + i))
  await insertRows(db, 'blog_post', posts)
}
