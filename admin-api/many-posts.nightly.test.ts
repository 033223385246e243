import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from './platform/database/open.ts'
import { addPosts } from './testing/blog-fixture.ts'
import { copySqlite } from './testing/database.ts'
import { makeBuild } from './testing/fake-build.ts'
import { type RunningServer, startServer } from './testing/start-server.ts'

let folder: string
let server: RunningServer | null = null

beforeEach(async () => {
  folder = await copySqlite('tables')
  const db = openDatabase(join(folder, 'doubloon.sqlite'))
  await addPosts(db, 3000)
  await db.destroy()
})
afterEach(async () => {
  await server?.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function start(environment: Record<string, string> = {}): Promise<string> {
  server = await startServer({
    BUILD_DIR: join(folder, 'build'),
    SITE_DIR: join(folder, 'site'),
    DATA_DIR: folder,
    ...environment
  })
  return server.url
}

async function countWaiting(url: string): Promise<number> {
  return (await (await fetch(`${url}/api/health`)).json()).pages_waiting
}

test('with 3,000 posts the server listens before the pages are rendered, and renders a requested page at once', async () => {
  await makeBuild(join(folder, 'build'), 'first')
  const url = await start()
  const last = await fetch(`${url}/blog/post-3000`)
  expect([last.status, await last.text()]).toEqual([200, expect.stringContaining('"slug":"post-3000"')])
  expect((await fetch(`${url}/sitemap.xml`)).status).toBe(200)
  expect((await fetch(`${url}/BLOG/Post-2999/`)).url).toBe(`${url}/blog/post-2999`)
  expect((await fetch(`${url}/blog/post-3001`)).status).toBe(404)
  expect(await countWaiting(url)).toBeGreaterThan(0)
  await server?.stop()

  // After a stop in between, with another build and address, no earlier page is served.
  await makeBuild(join(folder, 'build'), 'second')
  const again = await start({ SITE_URL: 'https://doubloon.example' })
  for (const path of ['/blog/post-3000', '/blog/post-1', '/msty', '/']) {
    const text = await (await fetch(again + path)).text()
    expect(text).toContain('"build":"second"')
    expect(text).toContain('"url":"https://doubloon.example"')
  }
  expect(await countWaiting(again)).toBeGreaterThan(0)
  expect(await readFile(join(folder, 'site', 'blog', 'post-1.html'), 'utf8')).toContain('"build":"second"')
  expect(server?.complaints()).toBe('')
})
