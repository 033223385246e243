import { beforeEach, expect, test } from 'vitest'
import { addPosts, emptyBlog, queuedBy } from '../testing/blog-fixture.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'
import { preparePost, type WrittenPost } from './prepare-post.ts'
import { changePost, createPost, removePost } from './save-post.ts'

let now: Date

const actor = { userId: 'admin', ipShort: '192.0.2.0' }
const plain: WrittenPost = { title: 'New', excerpt: 'x', content: '<p>x</p>', published: true }

const database = forAllTests(() => openTestDatabase('tables'))
beforeEach(async () => {
  now = new Date('2026-06-01T12:00:00Z')
  await emptyBlog(database.db)
})

const writing = () => ({ actor, now, queueChange: pages.queueChange })
const create = (given: Partial<WrittenPost> = {}) =>
  createPost(database.db, preparePost({ ...plain, ...given }), writing())
const change = (id: number, given: Partial<WrittenPost> = {}) =>
  changePost(database.db, id, preparePost({ ...plain, ...given }), writing())

test.each([42, 10_042])('with %i posts, a new one touches its own page and five others', async (count) => {
  await addPosts(database.db, count)
  const page = Math.ceil((count + 1) / 10)
  expect(await queuedBy(database.db, () => create())).toEqual(
    ['/blog', '/blog/new', `/blog/page/${page}`, `/blog/post-${count}`, '/rss.xml', '/sitemap.xml'].sort()
  )
})

test('the first post of an archive page affects the page before it, which links to it', async () => {
  await addPosts(database.db, 20)
  expect(await queuedBy(database.db, () => create())).toEqual(
    ['/blog', '/blog/new', '/blog/page/2', '/blog/page/3', '/blog/post-20', '/rss.xml', '/sitemap.xml'].sort()
  )
})

test('a draft affects nothing', async () => {
  await addPosts(database.db, 3)
  const draft = { published: false }
  const { id } = await create(draft)
  expect(await queuedBy(database.db, () => change(id, { ...draft, title: 'Other' }))).toEqual([])
  expect(await queuedBy(database.db, () => removePost(database.db, id, writing()))).toEqual([])
})

test('new text in an old post affects its page, its archive page and, on another day, the sitemap', async () => {
  await addPosts(database.db, 40)
  const edit = () => change(5, { title: 'Post 5', content: '<p>other</p>' })
  expect(await queuedBy(database.db, edit)).toEqual(['/blog/page/1', '/blog/post-5', '/sitemap.xml'])
  expect(await queuedBy(database.db, edit)).toEqual(['/blog/page/1', '/blog/post-5'])
  // The twentieth newest is in the feed; the tenth is also on the front page.
  expect(await queuedBy(database.db, () => change(21, { title: 'Post 21' }))).toContain('/rss.xml')
  expect(await queuedBy(database.db, () => change(20, { title: 'Post 20' }))).not.toContain('/rss.xml')
  expect(await queuedBy(database.db, () => change(31, { title: 'Post 31' }))).toContain('/blog')
  expect(await queuedBy(database.db, () => change(30, { title: 'Post 30' }))).not.toContain('/blog')
})

test("a new title affects the neighbors and the post's former addresses", async () => {
  await addPosts(database.db, 40)
  expect(await queuedBy(database.db, () => change(5, { title: 'Second name' }))).toEqual([
    '/blog/page/1',
    '/blog/post-4',
    '/blog/post-5',
    '/blog/post-6',
    '/blog/second-name',
    '/sitemap.xml'
  ])
  expect(await queuedBy(database.db, () => change(5, { title: 'Third name' }))).toEqual(
    expect.arrayContaining(['/blog/post-5', '/blog/second-name', '/blog/third-name'])
  )
})

test('an unpublished post also disappears from its former address', async () => {
  await addPosts(database.db, 1)
  await change(1, { title: 'Second name' })
  const queued = await queuedBy(database.db, () => change(1, { title: 'Post 1', published: false }))
  expect(queued).toEqual([
    '/blog',
    '/blog/page/1',
    '/blog/post-1',
    '/blog/second-name',
    '/rss.xml',
    '/sitemap.xml'
  ])
})
