import { beforeEach, expect, test } from 'vitest'
import { type Post, readPosts, readRevision, readRevisions } from '../contract/blog.ts'
import { startApi } from '../testing/api.ts'
import { emptyBlog, listBlogPaths, queuedBy } from '../testing/blog-fixture.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'
import { publishDuePosts } from './save-post.ts'
import { startPublishingPosts } from './scheduled-posts.ts'

const path = '/api/blog/posts'
const written = { title: 'Fair winds', excerpt: 'Of winds.', content: '<p>They blow.</p>', published: true }
const later = '2026-06-02T09:30:00.000Z'
let now = new Date('2026-06-01T12:00:00Z')
let operator: Record<string, string>

const api = forAllTests(() => startApi({ content: 'tables', services: { clock: () => now } }))
beforeEach(async () => {
  now = new Date('2026-06-01T12:00:00Z')
  await emptyBlog(api.db)
  operator = await api.signIn()
})

async function save(given: object, id?: number): Promise<Post> {
  const method = id === undefined ? 'POST' : 'PUT'
  const target = id === undefined ? path : `${path}/${id}`
  const { status, body } = await api.send(method, target, { ...written, ...given }, operator)
  expect(status).toBeLessThan(300)
  return body as Post
}

async function listPublic(): Promise<string[]> {
  return readPosts.output.parse((await api.get(path)).body).posts.map(({ title }) => title)
}

const publishDue = () => publishDuePosts(api.db, { now, queueChange: pages.queueChange })

test('a scheduled post is hidden until its date, then published once with that date', async () => {
  const { id, slug, published, publish_at } = await save({ publish_at: later })
  expect([published, publish_at]).toEqual([false, later])
  await publishDue()
  expect([await listPublic(), await listBlogPaths(api.db)]).toEqual([[], ['/blog', '/rss.xml']])
  expect((await api.get(`${path}/${slug}`)).status).toBe(404)

  now = new Date('2026-06-02T09:31:00Z')
  const queued = await queuedBy(api.db, async () => expect(await publishDue()).toEqual(['Fair winds']))
  expect(queued).toContain('/blog/fair-winds')
  expect(await publishDue()).toEqual([])
  const { body } = await api.get(`${path}/${slug}`)
  expect(body).toMatchObject({ id, published: true, published_at: later, publish_at: null })
  const lines = await api.db.selectFrom('admin_log').select(['message', 'user_id']).execute()
  expect(lines.at(-1)).toEqual({ message: 'Published the post "Fair winds" as scheduled', user_id: null })
})

test('a post that became due while the service was stopped is published at the next start', async () => {
  await save({ publish_at: later })
  now = new Date('2026-06-09T00:00:00Z')
  const { db } = api
  const { clock, log } = api.services
  const stop = startPublishingPosts({ db, clock, log, queueChange: pages.queueChange })
  await expect.poll(listPublic).toEqual(['Fair winds'])
  await stop()
})

test('a scheduled post can be rescheduled, unscheduled and published; a public one cannot be scheduled', async () => {
  const { id } = await save({ publish_at: later })
  expect(await save({ publish_at: '2026-06-03T00:00:00Z' }, id)).toMatchObject({
    published: false,
    publish_at: '2026-06-03T00:00:00.000Z'
  })
  expect(await save({ published: false, publish_at: later }, id)).toMatchObject({ publish_at: null })
  expect(await save({}, id)).toMatchObject({ published: true, publish_at: null })
  const refused = await api.send('PUT', `${path}/${id}`, { ...written, publish_at: later }, operator)
  expect(refused).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('This post is public.') }
  })
  expect(await listPublic()).toEqual(['Fair winds'])
})

test('a draft keeps its date, is not published by it, and is scheduled once it is meant to be public', async () => {
  const draft = await save({ published: false, publish_at: later })
  expect(draft).toMatchObject({ published: false, publish_at: null, published_at: later })
  const moved = '2026-06-05T00:00:00.000Z'
  expect(await save({ published: false, publish_at: moved }, draft.id)).toMatchObject({ published_at: moved })
  expect(await save({ published: false }, draft.id)).toMatchObject({ published_at: null })
  await save({ published: false, publish_at: later }, draft.id)
  now = new Date('2026-06-09T00:00:00Z')
  expect(await publishDue()).toEqual([])
  now = new Date('2026-06-01T12:00:00Z')
  expect(await save({ publish_at: later }, draft.id)).toMatchObject({ publish_at: later, published_at: null })
  // Without a date, it is the date of the save.
  const published_at = expect.stringMatching(/^2026-06-01T12:00/)
  expect(await save({}, draft.id)).toMatchObject({ published: true, published_at })
  // An unpublished post keeps the date that visitors have seen.
  expect(await save({ published: false }, draft.id)).toMatchObject({ published_at })
})

test('a date in the past becomes the date of the post', async () => {
  const post = await save({ publish_at: '2026-05-01T08:00:00Z' })
  expect(post).toMatchObject({ published: true, published_at: '2026-05-01T08:00:00.000Z' })
})

test('each tag has a page with its posts, which is removed with the last one', async () => {
  const { id } = await save({ tags: ['Taxes', 'YieldMax', 'taxes'] })
  await save({ title: 'Foul winds', tags: ['Taxes'] })
  expect(await pages.load(api.db, '/blog/tag/taxes')).toMatchObject({
    tag: 'Taxes',
    posts: [{ title: 'Foul winds' }, { title: 'Fair winds', tags: ['Taxes', 'YieldMax'] }]
  })
  expect(await listBlogPaths(api.db)).toEqual(
    expect.arrayContaining(['/blog/tag/taxes', '/blog/tag/yieldmax'])
  )
  const queued = await queuedBy(api.db, () => save({ tags: ['Taxes'] }, id))
  expect(queued).toEqual(expect.arrayContaining(['/blog/tag/taxes', '/blog/tag/yieldmax', '/sitemap.xml']))
  expect(await pages.load(api.db, '/blog/tag/yieldmax')).toBeNull()
  const tooMany = await api.post(path, { ...written, tags: ['!!!'] }, operator)
  expect(tooMany).toMatchObject({ status: 400 })
})

test('earlier versions are saved when the text changes, at most 20 per post', async () => {
  const { id } = await save({ title: 'Version 0' })
  await save({ title: 'Version 0', published: false }, id)
  for (let version = 1; version <= 22; version += 1) {
    now = new Date(now.getTime() + 60_000)
    await save({ title: `Version ${version}`, published: false }, id)
  }
  const { body } = await api.get(`${path}/${id}/revisions`, operator)
  const { revisions } = readRevisions.output.parse(body)
  expect(revisions.map(({ title }) => title).slice(0, 2)).toEqual(['Version 21', 'Version 20'])
  expect(revisions).toHaveLength(20)
  const oldest = await api.get(`/api/blog/revisions/${revisions.at(-1)?.id}`, operator)
  expect(readRevision.output.parse(oldest.body)).toMatchObject({
    title: 'Version 2',
    content: '<p>They blow.</p>'
  })
  expect((await api.get(`${path}/${id}/revisions`)).status).toBe(401)
})
