import { beforeAll, beforeEach, expect, test } from 'vitest'
import { startApi } from '../testing/api.ts'
import { emptyBlog } from '../testing/blog-fixture.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { cleanUpPosts } from './scheduled-posts.ts'

const path = '/api/blog/posts'
const written = { title: 'Fair winds', excerpt: 'Of winds.', content: '<p>They blow.</p>', published: true }
const start = Date.parse('2026-06-01T12:00:00.000Z')

let operator: Record<string, string>

const api = forAllTests(() => startApi({ content: 'tables' }))
beforeAll(async () => {
  operator = await api.signIn()
})
beforeEach(() => emptyBlog(api.db))

function create(body: object, key: string) {
  return api.post(path, body, { ...operator, 'idempotency-key': key })
}

function change(body: object) {
  return api.send('PUT', `${path}/1`, body, operator)
}

async function countPosts(): Promise<number> {
  return (await api.db.selectFrom('blog_post').select('id').execute()).length
}

test('thirty simultaneous calls with one key create one post and return it', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, () => create(written, 'one')))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await countPosts()).toBe(1)
  expect(await api.db.selectFrom('admin_log').select('id').execute()).toHaveLength(1)
})

test('other keys and calls without a key create other posts', async () => {
  await create(written, 'one')
  await create(written, 'two')
  await api.post(path, written, operator)
  await api.post(path, written, operator)
  expect(await countPosts()).toBe(4)
})

test('a key reused for another post is refused', async () => {
  const first = await create(written, 'one')
  const other = await create({ ...written, content: '<p>They turned.</p>' }, 'one')
  expect(other).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^This post was already saved as "Fair winds", before its last/) }
  })
  expect((await api.get(`${path}/fair-winds`)).body).toEqual(first.body)
  expect(await countPosts()).toBe(1)
})

test('a key outlives its post, and expires after a day', async () => {
  await create(written, 'one')
  await api.send('DELETE', `${path}/1`, undefined, operator)
  expect((await create(written, 'one')).body).toEqual({
    message: 'This post was already saved and has since been deleted.'
  })
  await cleanUpPosts(api.db, new Date(start + 24 * 3_600_000 - 1))
  expect((await create(written, 'one')).status).toBe(409)
  await cleanUpPosts(api.db, new Date(start + 24 * 3_600_000))
  expect((await create(written, 'one')).status).toBe(201)
})

test('a key has 1 to 200 characters', async () => {
  for (const key of ['', 'x'.repeat(201)]) {
    expect(await create(written, key)).toMatchObject({
      status: 400,
      body: { message: 'Idempotency-Key must have 1 to 200 characters.' }
    })
  }
})

test('an edit of an outdated version is refused and returns the stored one', async () => {
  const { body: opened } = await api.post(path, written, operator)
  const { updated_at } = opened as { updated_at: string }
  const theirs = await change({ ...written, excerpt: 'Theirs.', updated_at })
  expect(theirs.status).toBe(200)
  expect(await change({ ...written, excerpt: 'Mine.', updated_at })).toEqual({
    status: 409,
    headers: expect.anything(),
    body: {
      message: 'This post has been changed elsewhere since you opened it. Nothing was saved.',
      current: theirs.body
    }
  })
  expect((await api.get(`${path}/fair-winds`)).body).toEqual(theirs.body)
})

test('only one of ten simultaneous edits of one version is saved', async () => {
  const { body: opened } = await api.post(path, written, operator)
  const { updated_at } = opened as { updated_at: string }
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => change({ ...written, excerpt: `Edit ${index}.`, updated_at }))
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9)
})

test('an edit of the newest version is saved, and one without a version overwrites', async () => {
  await api.post(path, written, operator)
  const { body } = await change({ ...written, excerpt: 'Theirs.' })
  const { updated_at } = body as { updated_at: string }
  expect(await change({ ...written, excerpt: 'Mine.', updated_at })).toMatchObject({
    status: 200,
    body: { excerpt: 'Mine.' }
  })
  expect(await change({ ...written, excerpt: 'An old client.' })).toMatchObject({ status: 200 })
})
