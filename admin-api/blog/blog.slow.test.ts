import { beforeAll, beforeEach, expect, test } from 'vitest'
import { adminMarker } from '../contract/headers.ts'
import { onPagesQueued } from '../publishing/page-notices.ts'
import { startApi } from '../testing/api.ts'
import { emptyBlog } from '../testing/blog-fixture.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { makePost } from '../testing/make.ts'

const path = '/api/blog/posts'
const written = { title: 'Fair winds', excerpt: 'Of winds.', content: '<p>They blow.</p>', published: true }
const draft = { ...written, title: 'Secret cove', published: false }

let operator: Record<string, string>
let timesQueued: number

const api = forAllTests(() => startApi({ content: 'tables' }))
beforeAll(async () => {
  onPagesQueued(api.db, () => {
    timesQueued += 1
  })
  operator = await api.signIn()
})
beforeEach(async () => {
  timesQueued = 0
  await emptyBlog(api.db)
})

test('a post is stored as sent, returned in full and logged, and its pages are queued', async () => {
  const { status, body } = await api.post(path, { ...written, slug: 'fair-winds' }, operator)
  expect([status, body]).toEqual([
    201,
    {
      id: 1,
      title: 'Fair winds',
      slug: 'fair-winds',
      excerpt: 'Of winds.',
      content: '<p>They blow.</p>',
      published: true,
      created_at: '2026-06-01T12:00:00.000Z',
      updated_at: '2026-06-01T12:00:00.000Z',
      published_at: '2026-06-01T12:00:00.000Z',
      publish_at: null,
      tags: [],
      feature_image: null,
      feature_image_alt: '',
      reading_minutes: 1
    }
  ])
  expect(await api.get(`${path}/fair-winds`)).toMatchObject({ status: 200, body })
  expect(timesQueued).toBe(1)
  expect(await readLog()).toEqual([
    { category: 'SYSTEM', action: 'CREATE', message: 'Published the post "Fair winds"', entity_id: '1' }
  ])
})

test('a post keeps its feature image and description; only uploaded images are accepted', async () => {
  const feature_image = `/blog-images/${'0a'.repeat(16)}.webp`
  const image = { feature_image, feature_image_alt: 'A ship at anchor' }
  expect(await api.post(path, { ...written, ...image }, operator)).toMatchObject({ status: 201, body: image })
  const removed = { feature_image: null, feature_image_alt: '' }
  const changed = await api.send('PUT', `${path}/1`, written, operator)
  expect(changed).toMatchObject({ status: 200, body: removed })
  for (const wrong of ['https://example.com/a.webp', '/blog-images/../a.webp', '/og.png'])
    expect(await api.post(path, { ...written, feature_image: wrong }, operator)).toMatchObject({
      status: 400,
      body: { message: 'feature_image must be the address of an uploaded image' }
    })
})

test('updates and deletions are returned and logged, and queue pages if the post was public', async () => {
  await api.post(path, draft, operator)
  const changed = await api.send('PUT', `${path}/1`, { ...draft, published: true }, operator)
  expect(changed).toMatchObject({ status: 200, body: { id: 1, published: true } })
  await api.send('PUT', `${path}/1`, draft, operator)
  const gone = await api.send('DELETE', `${path}/1`, undefined, operator)
  expect(gone).toMatchObject({ status: 200, body: { message: 'Successfully deleted "Secret cove"' } })
  expect(timesQueued).toBe(2)
  const lines = (await readLog()).map(({ action, message }) => `${action} ${message}`)
  expect(lines).toEqual([
    'CREATE Saved the post "Secret cove" as a draft',
    'UPDATE Published the post "Secret cove"',
    'UPDATE Unpublished the post "Secret cove"',
    'DELETE Deleted the post "Secret cove"'
  ])
})

test('writing needs a session and the marker header', async () => {
  await api.post(path, draft, operator)
  const { [adminMarker.name]: _, ...unmarked } = operator
  const calls = [
    ['POST', path, written],
    ['PUT', `${path}/1`, written],
    ['DELETE', `${path}/1`, undefined],
    ['POST', '/api/blog/preview', { content: '<p>x</p>' }]
  ] as const
  for (const [method, place, body] of calls) {
    expect(await api.send(method, place, body), `${method} ${place}`).toMatchObject({ status: 401 })
    expect(await api.send(method, place, body, unmarked)).toMatchObject({ status: 403 })
    const stranger = { ...operator, cookie: 'doubloon-session=guessed' }
    expect(await api.send(method, place, body, stranger)).toMatchObject({ status: 401 })
  }
  expect((await api.get(path, operator)).body).toMatchObject({ posts: [{ title: 'Secret cove' }] })
  expect(timesQueued).toBe(0)
})

test('only the operator sees a draft', async () => {
  await api.post(path, written, operator)
  await api.post(path, draft, operator)
  const missing = { status: 404, body: { message: 'Post not found' } }
  expect(await api.get(`${path}/secret-cove`)).toMatchObject(missing)
  expect(await api.get(`${path}/nowhere`)).toMatchObject(missing)
  expect(await api.get(`${path}/secret-cove`, operator)).toMatchObject({ status: 200 })
  const listed = await api.get(path)
  expect(JSON.stringify(listed.body)).not.toMatch(/secret/i)
  expect(listed.body).toMatchObject({ pagination: { currentPage: 1, total: 1, totalPages: 1 } })
  expect((await api.get(path, operator)).body).toMatchObject({
    posts: [{ title: 'Secret cove', published_at: null }, { title: 'Fair winds' }],
    pagination: { total: 2 }
  })
})

test('the public gets posts by publication, the operator by creation, newest first', async () => {
  for (const title of ['First', 'Second', 'Third']) await api.post(path, { ...draft, title }, operator)
  for (const [id, title] of [
    [3, 'Third'],
    [1, 'First'],
    [2, 'Second']
  ]) {
    await api.send('PUT', `${path}/${id}`, { ...written, title }, operator)
  }
  expect(await titles()).toEqual(['Second', 'First', 'Third'])
  expect(await titles('', operator)).toEqual(['Third', 'Second', 'First'])
})

test('pages have ten posts, or the requested number up to a hundred', async () => {
  const posts = Array.from({ length: 23 }, (_, index) => makePost(index + 1))
  await api.db.insertInto('blog_post').values(posts).execute()
  expect(await titles('?page=3')).toEqual(['Post 3', 'Post 2', 'Post 1'])
  expect(await titles('?page=2&limit=20')).toHaveLength(3)
  expect(await titles('?page=4')).toEqual([])
  expect((await api.get(`${path}?page=2`)).body).toMatchObject({
    pagination: { currentPage: 2, total: 23, totalPages: 3 }
  })
  for (const query of ['page=0', 'limit=0', 'limit=101', 'page=x', 'page=-1'])
    expect(await api.get(`${path}?${query}`), query).toMatchObject({ status: 400 })
})

test.each([
  ['title', { title: '  ' }],
  ['excerpt', { excerpt: undefined }],
  ['content', { content: 5 }],
  ['content after sanitizing', { content: '<script>alert(1)</script><p> </p>' }],
  ['title without invisible characters', { title: '\u0007' }]
])('a post without %s is refused', async (_what, given) => {
  expect(await api.post(path, { ...written, ...given }, operator)).toMatchObject({
    status: 400,
    body: { message: 'Title, excerpt and content are required' }
  })
})

test('a post is published only if `published` is true', async () => {
  for (const published of [undefined, null, 0, 'true', 1]) {
    const { body } = await api.post(path, { ...written, published }, operator)
    expect(body).toMatchObject({ published: false, published_at: null })
  }
})

test('a post of over a million bytes is refused, however many characters it has', async () => {
  const tooLarge = {
    status: 413,
    body: { message: 'The content is too large. At most 1,000,000 bytes are accepted.' }
  }
  const most = `<p>${'x'.repeat(999_993)}</p>`
  expect(await api.post(path, { ...written, content: most }, operator)).toMatchObject({ status: 201 })
  expect(await api.post(path, { ...written, content: `${most}!` }, operator)).toMatchObject(tooLarge)
  expect(await api.post(path, { ...written, content: '€'.repeat(333_334) }, operator)).toMatchObject(tooLarge)
  const growing = { content: '&'.repeat(200_001) }
  expect(await api.post('/api/blog/preview', growing, operator)).toMatchObject(tooLarge)
  const huge = { ...written, content: 'x'.repeat(2_000_000) }
  expect(await api.post(path, huge, operator)).toMatchObject({ status: 413 })
})

test('a preview returns what saving would store, and stores nothing', async () => {
  const content = '<p onclick="x">Ahoy</p><script>alert(1)</script>'
  expect(await api.post('/api/blog/preview', { content }, operator)).toMatchObject({
    status: 200,
    body: { content: '<p>Ahoy</p>', reading_minutes: 1 }
  })
  expect(await api.post('/api/blog/preview', {}, operator)).toMatchObject({ status: 400 })
  expect(await titles('', operator)).toEqual([])
})

test('a long preview is what a job returns', async () => {
  expect(await api.post('/api/blog/preview', { content: '<'.repeat(30_000) }, operator)).toMatchObject({
    status: 200,
    body: { content: '&lt;'.repeat(30_000), reading_minutes: 1 }
  })
})

test("a missing post can't be changed or deleted", async () => {
  const missing = { status: 404, body: { message: 'Post not found' } }
  expect(await api.send('PUT', `${path}/7`, written, operator)).toMatchObject(missing)
  expect(await api.send('DELETE', `${path}/7`, undefined, operator)).toMatchObject(missing)
  expect(await api.send('DELETE', `${path}/seven`, undefined, operator)).toMatchObject({ status: 400 })
  expect(await api.db.selectFrom('page_change').selectAll().execute()).toEqual([])
})

async function titles(query = '', headers: Record<string, string> = {}): Promise<string[]> {
  const { body } = await api.get(path + query, headers)
  return (body as { posts: { title: string }[] }).posts.map(({ title }) => title)
}

function readLog() {
  return api.db
    .selectFrom('admin_log')
    .select(['category', 'action', 'message', 'entity_id'])
    .orderBy('id')
    .execute()
}
