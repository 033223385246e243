import { beforeEach, expect, test } from 'vitest'
import { type SitemapEntry, sitemapPath } from '../contract/pages.ts'
import { addPosts, emptyBlog, listBlogPaths } from '../testing/blog-fixture.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { makePost } from '../testing/make.ts'
import { pages } from '../testing/pages.ts'
import { preparePost } from './prepare-post.ts'
import { changePost, removePost } from './save-post.ts'

const writing = {
  actor: { userId: 'admin', ipShort: '192.0.2.0' },
  now: new Date('2026-06-01T12:00:00Z'),
  queueChange: pages.queueChange
}

const database = forAllTests(() => openTestDatabase('tables'))
beforeEach(() => emptyBlog(database.db))

const change = (id: number, title: string, published = true) =>
  changePost(database.db, id, preparePost({ title, excerpt: 'x', content: '<p>x</p>', published }), writing)

/** The blog's entries in the sitemap. */
async function listEntries(): Promise<SitemapEntry[]> {
  const page = await pages.load(database.db, sitemapPath)
  if (page?.kind !== 'sitemap') throw new Error('/sitemap.xml has another kind')
  return page.entries.filter(({ path }) => path.startsWith('/blog'))
}

/** Numbers of the posts on a list page, and its links. */
async function outline(
  path: string
): Promise<{ numbers: number[]; newer: string | null; older: string | null }> {
  const page = await pages.load(database.db, path)
  if (page?.kind !== 'blog') throw new Error(`${path} is no list`)
  const numbers = page.posts.map(({ id }) => id)
  return { numbers, newer: page.newerPath, older: page.olderPath }
}

test('a blog without posts has a front page and a feed', async () => {
  expect(await pages.load(database.db, '/blog')).toEqual({
    kind: 'blog',
    archivePage: null,
    posts: [],
    newerPath: null,
    olderPath: null,
    total: 0,
    mailingList: null
  })
  expect(await pages.load(database.db, '/rss.xml')).toEqual({ kind: 'blog-feed', posts: [] })
  expect(await listBlogPaths(database.db)).toEqual(['/blog', '/rss.xml'])
  expect(await listEntries()).toEqual([{ path: '/blog', lastModified: null }])
})

test('the front page has the ten newest and links to the page of the eleventh', async () => {
  await addPosts(database.db, 23)
  expect(await outline('/blog')).toEqual({
    numbers: [23, 22, 21, 20, 19, 18, 17, 16, 15, 14],
    newer: null,
    older: '/blog/page/2'
  })
  expect(await pages.load(database.db, '/blog')).toMatchObject({ total: 23 })
})

test('the archive counts its pages from the oldest post', async () => {
  await addPosts(database.db, 23)
  expect(await outline('/blog/page/1')).toMatchObject({
    numbers: [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    older: null
  })
  expect(await outline('/blog/page/2')).toMatchObject({ newer: '/blog/page/3', older: '/blog/page/1' })
  expect(await outline('/blog/page/3')).toEqual({
    numbers: [23, 22, 21],
    newer: '/blog',
    older: '/blog/page/2'
  })
})

test('a removed post leaves a gap, and no other moves', async () => {
  await addPosts(database.db, 33)
  await removePost(database.db, 15, writing)
  expect((await outline('/blog/page/2')).numbers).toEqual([20, 19, 18, 17, 16, 14, 13, 12, 11])
  expect((await outline('/blog/page/1')).numbers).toHaveLength(10)
  for (const id of [11, 12, 13, 14, 16, 17, 18, 19, 20]) await removePost(database.db, id, writing)
  expect(await pages.load(database.db, '/blog/page/2')).toBeNull()
  expect(await outline('/blog/page/3')).toMatchObject({ older: '/blog/page/1' })
  expect(await outline('/blog/page/1')).toMatchObject({ newer: '/blog/page/3' })
})

test('a post that is unpublished and published again keeps its place', async () => {
  await addPosts(database.db, 12)
  await change(3, 'Post 3', false)
  expect((await outline('/blog/page/1')).numbers).not.toContain(3)
  const back = await change(3, 'Post 3')
  expect(back).toMatchObject({ archive_number: 3, published_at: '2000-01-03T00:00:00.000Z' })
  expect((await outline('/blog/page/1')).numbers).toContain(3)
})

test('a post links to its neighbors', async () => {
  await addPosts(database.db, 3)
  expect(await pages.load(database.db, '/blog/post-2')).toMatchObject({
    kind: 'blog-post',
    post: { title: 'Post 2', content: '<p>Content of post 2.</p>' },
    newer: { title: 'Post 3', path: '/blog/post-3' },
    older: { title: 'Post 1', path: '/blog/post-1' }
  })
  expect(await pages.load(database.db, '/blog/post-1')).toMatchObject({ older: null })
  expect(await pages.load(database.db, '/blog/post-3')).toMatchObject({ newer: null })
})

test('the feed has the twenty newest in full', async () => {
  await addPosts(database.db, 25)
  const page = await pages.load(database.db, '/rss.xml')
  if (page?.kind !== 'blog-feed') throw new Error('/rss.xml has another kind')
  expect(page.posts.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, index) => 25 - index))
  expect(page.posts[0]).toMatchObject({ content: '<p>Content of post 25.</p>' })
})

test('a draft is on no page, in no list and behind no link', async () => {
  await addPosts(database.db, 12)
  await database.db
    .insertInto('blog_post')
    .values(
      makePost(13, {
        title: 'Hidden',
        slug: 'hidden',
        published: 0,
        published_at: null,
        archive_number: null
      })
    )
    .execute()
  await change(12, 'Post 12', false)
  for (const slug of ['hidden', 'post-12']) expect(await pages.load(database.db, `/blog/${slug}`)).toBeNull()
  for (const path of await pages.list(database.db)) {
    const text = JSON.stringify(await pages.load(database.db, path))
    expect(text, path).not.toMatch(/hidden|post.12/i)
  }
})

test('the former address of a public post redirects to it, over several changes', async () => {
  await addPosts(database.db, 1)
  await change(1, 'Second')
  await change(1, 'Third')
  const redirect = { kind: 'blog-redirect', to: '/blog/third', title: 'Third' }
  expect(await pages.load(database.db, '/blog/post-1')).toEqual(redirect)
  expect(await pages.load(database.db, '/blog/second')).toEqual(redirect)
  expect(await listBlogPaths(database.db)).toEqual(expect.arrayContaining(['/blog/post-1', '/blog/second']))
  expect((await listEntries()).map(({ path }) => path)).not.toContain('/blog/second')
  await change(1, 'Second')
  expect(await pages.load(database.db, '/blog/second')).toMatchObject({ kind: 'blog-post' })
  expect(await pages.load(database.db, '/blog/third')).toMatchObject({ to: '/blog/second' })
})

test.each([
  ['unpublished', () => change(1, 'Second', false)],
  ['deleted', () => removePost(database.db, 1, writing)]
])('former addresses of a post that was %s are removed for good', async (_what, go) => {
  await addPosts(database.db, 1)
  await change(1, 'Second')
  await go()
  expect(await pages.load(database.db, '/blog/post-1')).toBeNull()
  expect(await database.db.selectFrom('blog_redirect').selectAll().execute()).toEqual([])
})

test('the sitemap has every public page with the day of its last change', async () => {
  await addPosts(database.db, 11)
  await change(1, 'Post 1')
  expect(await listEntries()).toEqual([
    { path: '/blog', lastModified: '2000-01-11' },
    { path: '/blog/post-11', lastModified: '2000-01-11' },
    ...Array.from({ length: 9 }, (_, index) => ({
      path: `/blog/post-${10 - index}`,
      lastModified: `2000-01-${String(10 - index).padStart(2, '0')}`
    })),
    { path: '/blog/post-1', lastModified: '2026-06-01' },
    { path: '/blog/page/2', lastModified: '2000-01-11' },
    { path: '/blog/page/1', lastModified: '2026-06-01' }
  ])
})

test.each([
  '/blog/',
  '/blog/page',
  '/blog/page/0',
  '/blog/page/01',
  '/blog/page/x',
  '/blog/Post-1',
  '/blogs',
  '/'
])('there is no page of the blog at %s', async (path) => {
  await addPosts(database.db, 1)
  expect(await pages.load(database.db, path)).toBeNull()
})
