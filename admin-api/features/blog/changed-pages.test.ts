import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sitemapPath } from '../../contract/pages.ts'
import { migrate } from '../../db/migrations.ts'
import { openDatabase } from '../../db/open.ts'
import type { Database } from '../../db/schema.ts'
import { emptyBlog } from '../../testing/blog-rig.ts'
import { makePost } from '../../testing/make.ts'
import { copyDatabase } from '../../testing/seeded-file.ts'
import { listBlogEntries, listBlogPaths, loadBlogPage } from './load-blog-page.ts'
import { changePost, createPost, readyPost, removePost, type WrittenPost } from './save-post.ts'

let file: string
let db: Kysely<Database>
let now: Date

const actor = { userId: 'admin', ipShort: '192.0.2.0' }
const plain: WrittenPost = { title: 'New', excerpt: 'x', content: '<p>x</p>', published: true }

beforeAll(async () => {
  file = await copyDatabase(false)
  db = openDatabase(file)
  await migrate(db)
})
beforeEach(async () => {
  now = new Date('2026-06-01T12:00:00Z')
  await emptyBlog(db)
})
afterAll(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

async function addPosts(count: number): Promise<void> {
  const posts = Array.from({ length: count }, (_, place) => makePost(place + 1))
  for (let start = 0; start < count; start += 500) {
    await db
      .insertInto('blog_post')
      .values(posts.slice(start, start + 500))
      .execute()
  }
}

/** What is queued by a change, and nothing of what was queued before. */
async function queuedBy(change: () => Promise<unknown>): Promise<string[]> {
  await db.deleteFrom('publish_queue').execute()
  await change()
  const rows = await db.selectFrom('publish_queue').select('path').orderBy('path').execute()
  return rows.map(({ path }) => path)
}

const create = (given: Partial<WrittenPost> = {}) =>
  createPost(db, readyPost({ ...plain, ...given }), { actor, now })
const change = (id: number, given: Partial<WrittenPost> = {}) =>
  changePost(db, id, readyPost({ ...plain, ...given }), { actor, now })

test.each([42, 10_042])('with %i posts, a new one touches its own page and five others', async (count) => {
  await addPosts(count)
  const page = Math.ceil((count + 1) / 10)
  expect(await queuedBy(() => create())).toEqual(
    ['/blog', '/blog/new', `/blog/page/${page}`, `/blog/post-${count}`, '/rss.xml', '/sitemap.xml'].sort()
  )
})

test('the first post of an archive page touches the page before it, which links to it', async () => {
  await addPosts(20)
  expect(await queuedBy(() => create())).toEqual(
    ['/blog', '/blog/new', '/blog/page/2', '/blog/page/3', '/blog/post-20', '/rss.xml', '/sitemap.xml'].sort()
  )
})

test('a draft touches nothing, however often it is changed', async () => {
  await addPosts(3)
  const draft = { published: false }
  const { id } = await create(draft)
  expect(await queuedBy(() => change(id, { ...draft, title: 'Other' }))).toEqual([])
  expect(await queuedBy(() => removePost(db, id, { actor, now }))).toEqual([])
})

test('other words in an old post touch its own page and its archive page, and the sitemap on a new day', async () => {
  await addPosts(40)
  const edit = () => change(5, { title: 'Post 5', content: '<p>other</p>' })
  expect(await queuedBy(edit)).toEqual(['/blog/page/1', '/blog/post-5', '/sitemap.xml'])
  expect(await queuedBy(edit)).toEqual(['/blog/page/1', '/blog/post-5'])
  // The twentieth newest is in the feed; the tenth is on the front page too.
  expect(await queuedBy(() => change(21, { title: 'Post 21' }))).toContain('/rss.xml')
  expect(await queuedBy(() => change(20, { title: 'Post 20' }))).not.toContain('/rss.xml')
  expect(await queuedBy(() => change(31, { title: 'Post 31' }))).toContain('/blog')
  expect(await queuedBy(() => change(30, { title: 'Post 30' }))).not.toContain('/blog')
})

test('another title touches the neighbours, and the addresses the post had before', async () => {
  await addPosts(40)
  expect(await queuedBy(() => change(5, { title: 'Second name' }))).toEqual([
    '/blog/page/1',
    '/blog/post-4',
    '/blog/post-5',
    '/blog/post-6',
    '/blog/second-name',
    '/sitemap.xml'
  ])
  expect(await queuedBy(() => change(5, { title: 'Third name' }))).toEqual(
    expect.arrayContaining(['/blog/post-5', '/blog/second-name', '/blog/third-name'])
  )
})

test('a post taken off under an address it had before loses the page there too', async () => {
  await addPosts(1)
  await change(1, { title: 'Second name' })
  const queued = await queuedBy(() => change(1, { title: 'Post 1', published: false }))
  expect(queued).toEqual([
    '/blog',
    '/blog/page/1',
    '/blog/post-1',
    '/blog/second-name',
    '/rss.xml',
    '/sitemap.xml'
  ])
})

test('whatever is done, exactly those pages are queued whose content changed', async () => {
  // A fixed course of 70 changes that looks like chance: every kind of change at every place in the archive.
  let seed = 7
  const upTo = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * most)
  }
  await addPosts(17)
  const ids = Array.from({ length: 17 }, (_, place) => place + 1)
  for (let step = 0; step < 70; step += 1) {
    now = new Date(now.getTime() + 5 * 60 * 60 * 1000)
    const before = await readAllPages()
    const place = upTo(ids.length)
    const id = ids[place]
    const kind = upTo(10)
    const written = { title: `Title ${upTo(7)}`, published: upTo(4) > 0, content: `<p>${step}</p>` }
    const queued = await queuedBy(async () => {
      if (id === undefined || kind < 4) ids.push((await create(written)).id)
      else if (kind < 9) await change(id, kind === 8 ? { ...written, title: await titleOf(id) } : written)
      else {
        await removePost(db, id, { actor, now })
        ids.splice(place, 1)
      }
    })
    const after = await readAllPages()
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path)
    )
    expect(queued, `step ${step}`).toEqual(changed.sort())
  }
})

async function titleOf(id: number): Promise<string> {
  const row = await db.selectFrom('blog_post').select('title').where('id', '=', id).executeTakeFirstOrThrow()
  return row.title
}

/** Everything the public could read, as text. */
async function readAllPages(): Promise<Map<string, string>> {
  const pages = new Map([[sitemapPath, JSON.stringify(await listBlogEntries(db))]])
  for (const path of await listBlogPaths(db)) pages.set(path, JSON.stringify(await loadBlogPage(db, path)))
  return pages
}
