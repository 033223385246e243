import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { adminMarker } from '../../admin-api/contract/admin-marker.ts'
import { openDatabase } from '../../admin-api/platform/database/open.ts'
import type { Database } from '../../admin-api/platform/database/schema.ts'
import { openSession } from '../../admin-api/accounts/sessions.ts'
import { makePost } from '../../admin-api/testing/make.ts'
import { waitUntilPublished } from '../../admin-api/testing/wait-until-published.ts'

/** In ms, from the answer to the call until the page, the front page, the feed and the sitemap are on the disk. */
export type PublishTime = { posts: number; median: number; slowest: number; answer: number }

const runs = 15
const longestWaitMs = 30_000

/** Nodes over one PostgreSQL database; without it one server with a SQLite file. */
export type Nodes = { databaseUrl: string; count: number }

/**
 * Publishes posts on the real server with the real renderer, with a site and a database of its own,
 * with so many posts in the blog before. The pages of those are not written, because no page is made from the file of another.
 * A post is sent to the first of several nodes, and live when all have its files.
 */
export async function timePublishing(counts: readonly number[], nodes?: Nodes): Promise<PublishTime[]> {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-bench-'))
  const dataDirs = Array.from({ length: nodes?.count ?? 1 }, (_, place) => join(folder, String(place)))
  const siteDirs = dataDirs.map((dataDir) => join(dataDir, 'site'))
  const servers: ChildProcess[] = []
  const origins: string[] = []
  try {
    for (const dataDir of dataDirs) {
      const server = startNode(dataDir, nodes)
      servers.push(server)
      origins.push(await readAddress(server.stdout))
    }
    for (const origin of origins) await waitUntilPublished(origin)
    const origin = origins[0] ?? ''
    const db = openDatabase(nodes?.databaseUrl ?? join(folder, '0', 'doubloon.sqlite'))
    const token = await openSession(db, { ip: '127.0.0.1', userAgent: 'bench' }, new Date())
    const headers = {
      'content-type': 'application/json',
      cookie: `doubloon-session=${token}`,
      [adminMarker.name]: adminMarker.value
    }
    const times: PublishTime[] = []
    for (const count of counts) {
      await fillBlog(db, count)
      times.push(await timeRuns(count, (slug) => publish(origin, headers, siteDirs, slug)))
    }
    await db.destroy()
    return times
  } finally {
    for (const server of servers) server.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
}

function startNode(dataDir: string, nodes: Nodes | undefined) {
  const database = nodes === undefined ? {} : { DATABASE_URL: nodes.databaseUrl }
  const places = { DATA_DIR: dataDir, SITE_DIR: join(dataDir, 'site'), ...database }
  return spawn(process.execPath, ['admin-api/server.ts'], {
    env: { ...process.env, PORT: '0', LOG_LEVEL: 'error', ...places },
    stdio: ['ignore', 'pipe', 'inherit']
  })
}

type Run = { answer: number; live: number }

async function timeRuns(posts: number, run: (slug: string) => Promise<Run>): Promise<PublishTime> {
  const measured: Run[] = []
  for (let place = 0; place < runs; place += 1) measured.push(await run(`bench-${posts}-${place}`))
  const middle = Math.floor(runs / 2)
  const live = measured.map((one) => one.live).sort((one, other) => one - other)
  const answer = measured.map((one) => one.answer).sort((one, other) => one - other)
  return { posts, median: live[middle] ?? 0, slowest: live.at(-1) ?? 0, answer: answer[middle] ?? 0 }
}

async function publish(
  origin: string,
  headers: Record<string, string>,
  siteDirs: readonly string[],
  slug: string
): Promise<Run> {
  const content = `<h2>Wind</h2><p>${'It blows from the west all day. '.repeat(120)}</p>`.repeat(3)
  const body = JSON.stringify({ title: slug, excerpt: 'A post.', content, published: true })
  const sentAt = performance.now()
  const response = await fetch(`${origin}/api/blog/posts`, { method: 'POST', headers, body })
  const answeredAt = performance.now()
  if (response.status !== 201) throw new Error(`the post was answered with ${response.status}`)
  const names = [`blog/${slug}.html`, 'blog.html', 'rss.xml', 'sitemap.xml']
  const files = siteDirs.flatMap((siteDir) => names.map((name) => join(siteDir, name)))
  await Promise.all(files.map((file) => waitUntilMentioned(file, `/blog/${slug}`)))
  return { answer: Math.round(answeredAt - sentAt), live: Math.round(performance.now() - answeredAt) }
}

/** Reads the file only when it has changed, so that watching costs the server little. */
async function waitUntilMentioned(file: string, text: string): Promise<void> {
  const giveUpAt = performance.now() + longestWaitMs
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

/** Adds published posts until there are as many. */
async function fillBlog(db: Kysely<Database>, count: number): Promise<void> {
  const { newest } = await db
    .selectFrom('blog_post')
    .select((eb) => eb.fn.max('archive_number').as('newest'))
    .executeTakeFirstOrThrow()
  const first = Number(newest ?? 0) + 1
  const posts = Array.from({ length: Math.max(0, count - first + 1) }, (_, place) => makePost(first + place))
  for (let start = 0; start < posts.length; start += 500) {
    await db
      .insertInto('blog_post')
      .values(posts.slice(start, start + 500))
      .execute()
  }
}

async function readAddress(output: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const chunk of output) {
    text += String(chunk)
    const address = /ready at (\S+)/.exec(text)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`the server stopped before it was ready: ${text}`)
}
