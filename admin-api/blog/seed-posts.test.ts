import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { JSDOM } from 'jsdom'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readFirstPosts } from '../../data/posts/read-posts.ts'
import { migrate } from '../platform/database/migrations.ts'
import type { Database } from '../platform/database/schema.ts'
import { emptyBlog, pages } from '../testing/blog-rig.ts'
import { makePost } from '../testing/make.ts'
import { copyDatabase, openCopy } from '../testing/seeded-file.ts'
import { countWords } from './content/plain-text.ts'
import { sanitiseContent } from './content/sanitise-content.ts'
import { seedPosts } from './seed-posts.ts'

let file: string
let db: Kysely<Database>
const now = new Date('2026-12-01T12:00:00Z')
const posts = readFirstPosts()

beforeAll(async () => {
  file = await copyDatabase(false)
  db = openCopy(file)
  await migrate(db)
})
beforeEach(() => emptyBlog(db))
afterAll(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

test('there are three posts of some length, oldest first', () => {
  expect(posts).toHaveLength(3)
  for (const { content } of posts) expect(countWords(sanitiseContent(content))).toBeGreaterThan(450)
  const days = posts.map(({ published }) => published)
  expect(days).toEqual(days.toSorted())
})

test.each(posts)('the sanitiser takes nothing from "$title"', ({ content }) => {
  expect(asRead(sanitiseContent(content))).toBe(asRead(content))
})

test('a new database begins with them, published on their days and queued', async () => {
  await seedPosts(db, readFirstPosts, { now, queueChange: pages.queueChange })
  const page = await pages.load(db, '/blog')
  if (page?.kind !== 'blog') throw new Error('the front page is of another kind')
  expect(page.posts.map(({ title }) => title)).toEqual(posts.map(({ title }) => title).toReversed())
  expect(page.posts.map(({ published_at }) => published_at?.slice(0, 10))).toEqual(
    posts.map(({ published }) => published).toReversed()
  )
  const queued = await db.selectFrom('page_change').select('path').execute()
  expect(queued.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['/blog', '/blog/page/1', '/rss.xml', '/sitemap.xml'])
  )
})

test('what was deleted does not come back', async () => {
  await seedPosts(db, readFirstPosts, { now, queueChange: pages.queueChange })
  await db.deleteFrom('blog_post').execute()
  await seedPosts(db, readFirstPosts, { now, queueChange: pages.queueChange })
  expect(await db.selectFrom('blog_post').selectAll().execute()).toEqual([])
})

test('a blog that has begun already gets nothing added', async () => {
  await db.insertInto('blog_post').values(makePost(1)).execute()
  await seedPosts(db, readFirstPosts, { now, queueChange: pages.queueChange })
  expect(await db.selectFrom('blog_post').select('title').execute()).toEqual([{ title: 'Post 1' }])
})

/** As a browser reads it, spaces aside and without what the sanitiser adds. */
function asRead(html: string): string {
  const { document } = new JSDOM(`<!doctype html><body>${html}`).window
  for (const link of document.querySelectorAll('[rel]')) link.removeAttribute('rel')
  for (const picture of document.querySelectorAll('img')) picture.removeAttribute('loading')
  return document.body.innerHTML.replaceAll(/\s+/g, ' ').trim()
}
