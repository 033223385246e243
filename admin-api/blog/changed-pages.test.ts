import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Database } from '../platform/database/schema.ts'
import { addPosts, emptyBlog, openBlog, pages, queuedBy } from '../testing/blog-rig.ts'
import { changePost, createPost, readyPost, removePost, type WrittenPost } from './save-post.ts'

let db: Kysely<Database>
let close: () => Promise<void>
let now: Date

const actor = { userId: 'admin', ipShort: '192.0.2.0' }
const plain: WrittenPost = { title: 'New', excerpt: 'x', content: '<p>x</p>', published: true }

beforeAll(async () => {
  ;({ db, close } = await openBlog())
})
beforeEach(async () => {
  now = new Date('2026-06-01T12:00:00Z')
  await emptyBlog(db)
})
afterAll(() => close())

const writing = () => ({ actor, now, queueChange: pages.queueChange })
const create = (given: Partial<WrittenPost> = {}) =>
  createPost(db, readyPost({ ...plain, ...given }), writing())
const change = (id: number, given: Partial<WrittenPost> = {}) =>
  changePost(db, id, readyPost({ ...plain, ...given }), writing())

test.each([42, 10_042])('with %i posts, a new one touches its own page and five others', async (count) => {
  await addPosts(db, count)
  const page = Math.ceil((count + 1) / 10)
  expect(await queuedBy(db, () => create())).toEqual(
    ['/blog', '/blog/new', `/blog/page/${page}`, `/blog/post-${count}`, '/rss.xml', '/sitemap.xml'].sort()
  )
})

test('the first post of an archive page touches the page before it, which links to it', async () => {
  await addPosts(db, 20)
  expect(await queuedBy(db, () => create())).toEqual(
    ['/blog', '/blog/new', '/blog/page/2', '/blog/page/3', '/blog/post-20', '/rss.xml', '/sitemap.xml'].sort()
  )
})

test('a draft touches nothing, however often it is changed', async () => {
  await addPosts(db, 3)
  const draft = { published: false }
  const { id } = await create(draft)
  expect(await queuedBy(db, () => change(id, { ...draft, title: 'Other' }))).toEqual([])
  expect(await queuedBy(db, () => removePost(db, id, writing()))).toEqual([])
})

test('other words in an old post touch its own page and its archive page, and the sitemap on a new day', async () => {
  await addPosts(db, 40)
  const edit = () => change(5, { title: 'Post 5', content: '<p>other</p>' })
  expect(await queuedBy(db, edit)).toEqual(['/blog/page/1', '/blog/post-5', '/sitemap.xml'])
  expect(await queuedBy(db, edit)).toEqual(['/blog/page/1', '/blog/post-5'])
  // The twentieth newest is in the feed; the tenth is on the front page too.
  expect(await queuedBy(db, () => change(21, { title: 'Post 21' }))).toContain('/rss.xml')
  expect(await queuedBy(db, () => change(20, { title: 'Post 20' }))).not.toContain('/rss.xml')
  expect(await queuedBy(db, () => change(31, { title: 'Post 31' }))).toContain('/blog')
  expect(await queuedBy(db, () => change(30, { title: 'Post 30' }))).not.toContain('/blog')
})

test('another title touches the neighbours, and the addresses the post had before', async () => {
  await addPosts(db, 40)
  expect(await queuedBy(db, () => change(5, { title: 'Second name' }))).toEqual([
    '/blog/page/1',
    '/blog/post-4',
    '/blog/post-5',
    '/blog/post-6',
    '/blog/second-name',
    '/sitemap.xml'
  ])
  expect(await queuedBy(db, () => change(5, { title: 'Third name' }))).toEqual(
    expect.arrayContaining(['/blog/post-5', '/blog/second-name', '/blog/third-name'])
  )
})

test('a post taken off under an address it had before loses the page there too', async () => {
  await addPosts(db, 1)
  await change(1, { title: 'Second name' })
  const queued = await queuedBy(db, () => change(1, { title: 'Post 1', published: false }))
  expect(queued).toEqual([
    '/blog',
    '/blog/page/1',
    '/blog/post-1',
    '/blog/second-name',
    '/rss.xml',
    '/sitemap.xml'
  ])
})
