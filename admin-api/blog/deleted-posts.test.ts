import { beforeEach, expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { emptyBlog, listBlogPaths } from '../testing/blog-fixture.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'
import { cleanUpPosts } from './scheduled-posts.ts'

const path = '/api/blog/posts'
const binPath = '/api/blog/deleted-posts'
const written = { title: 'Fair winds', excerpt: 'Of winds.', content: '<p>They blow.</p>', published: true }
const dayMs = 86_400_000
const start = Date.parse('2026-06-01T12:00:00.000Z')

let operator: Record<string, string>
let nowMs = start

const api = forAllTests(() => startApi({ content: 'tables', services: { clock: () => new Date(nowMs) } }))
beforeEach(async () => {
  nowMs = start
  operator = await api.signIn()
  await emptyBlog(api.db)
})

function remove(id: number) {
  return api.send('DELETE', `${path}/${id}`, undefined, operator)
}

function restore(id: number) {
  return api.post(`${binPath}/${id}/restore`, {}, operator)
}

async function readBin(): Promise<unknown> {
  return (await api.get(binPath, operator)).body
}

test('a deleted post appears only in the list of deleted posts, with its days left', async () => {
  await api.post(path, written, operator)
  const before = await listBlogPaths(api.db)
  expect(before).toContain('/blog/fair-winds')
  expect(await remove(1)).toMatchObject({ status: 200 })
  nowMs += 2.5 * dayMs
  operator = await api.signIn()
  expect(await readBin()).toEqual({
    posts: [
      { id: 1, title: 'Fair winds', published: true, deleted_at: '2026-06-01T12:00:00.000Z', days_left: 28 }
    ]
  })
  expect((await api.get(`${path}/fair-winds`, operator)).status).toBe(404)
  expect((await api.get(path, operator)).body).toMatchObject({ posts: [], pagination: { total: 0 } })
  expect((await api.send('PUT', `${path}/1`, written, operator)).status).toBe(404)
  const after = await listBlogPaths(api.db)
  expect(after).toEqual(['/blog', '/rss.xml'])
  expect(await pages.load(api.db, '/blog/fair-winds')).toBeNull()
  expect(JSON.stringify(await pages.load(api.db, '/sitemap.xml'))).not.toContain('fair-winds')
})

test('a restored post is unchanged at its old address, and its pages are queued again', async () => {
  const { body } = await api.post(path, written, operator)
  await api.post(path, { ...written, title: 'Later' }, operator)
  await remove(1)
  await api.db.deleteFrom('page_change').execute()
  expect(await restore(1)).toMatchObject({ status: 200, body })
  expect((await api.get(`${path}/fair-winds`)).body).toEqual(body)
  expect(await readBin()).toEqual({ posts: [] })
  const queued = await api.db.selectFrom('page_change').select('path').execute()
  expect(queued.map((row) => row.path)).toEqual(
    expect.arrayContaining(['/blog', '/blog/fair-winds', '/blog/later', '/rss.xml', '/sitemap.xml'])
  )
  const { posts } = (await api.get(path)).body as { posts: { title: string }[] }
  expect(posts.map(({ title }) => title)).toEqual(['Later', 'Fair winds'])
  const line = await api.db.selectFrom('admin_log').select('message').orderBy('id', 'desc').executeTakeFirst()
  expect(line?.message).toBe('Restored the post "Fair winds"')
})

test('the address of a deleted post is free; a restored post gets the next free one', async () => {
  await api.post(path, written, operator)
  await remove(1)
  expect((await api.post(path, written, operator)).body).toMatchObject({ id: 2, slug: 'fair-winds' })
  expect((await restore(1)).body).toMatchObject({ id: 1, slug: 'fair-winds-2' })
  expect((await restore(1)).status).toBe(404)
})

test('the archive number of a deleted post is not reused', async () => {
  await api.post(path, written, operator)
  await remove(1)
  await api.post(path, { ...written, title: 'Next' }, operator)
  await restore(1)
  const rows = await api.db.selectFrom('blog_post').select(['id', 'archive_number']).orderBy('id').execute()
  expect(rows).toEqual([
    { id: 1, archive_number: 1 },
    { id: 2, archive_number: 2 }
  ])
})

test('a former address is deleted with the post and not restored with it', async () => {
  await api.post(path, written, operator)
  await api.send('PUT', `${path}/1`, { ...written, title: 'Foul winds' }, operator)
  await remove(1)
  await restore(1)
  expect(await listBlogPaths(api.db)).not.toContain('/blog/fair-winds')
  expect(await api.get(`${path}/foul-winds`)).toMatchObject({ status: 200 })
})

test('a draft is restored as a draft', async () => {
  await api.post(path, { ...written, published: false }, operator)
  await remove(1)
  expect(await readBin()).toMatchObject({ posts: [{ published: false, days_left: 30 }] })
  expect((await restore(1)).body).toMatchObject({ published: false, published_at: null })
  expect((await api.get(`${path}/fair-winds`)).status).toBe(404)
})

test('after 30 days a deleted post is removed permanently, with a log line', async () => {
  await api.post(path, written, operator)
  await remove(1)
  nowMs += 30 * dayMs - 1
  await cleanUpPosts(api.db, new Date(nowMs))
  operator = await api.signIn()
  expect(await readBin()).toMatchObject({ posts: [{ id: 1, days_left: 1 }] })
  nowMs += 1
  await cleanUpPosts(api.db, new Date(nowMs))
  expect(await readBin()).toEqual({ posts: [] })
  expect((await restore(1)).status).toBe(404)
  const line = await api.db.selectFrom('admin_log').select('message').orderBy('id', 'desc').executeTakeFirst()
  expect(line?.message).toBe('Removed the post "Fair winds" for good, 30 days after it was deleted')
})

test('only the operator can list or restore deleted posts', async () => {
  await api.post(path, written, operator)
  await remove(1)
  expect((await api.get(binPath)).status).toBe(401)
  expect((await api.post(`${binPath}/1/restore`, {})).status).toBe(401)
})
