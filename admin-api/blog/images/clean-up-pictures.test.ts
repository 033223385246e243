import { beforeEach, expect, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { cleanUpPictures, cleanUpPosts } from '../scheduled-posts.ts'
import { storePicture } from './pictures.db.ts'

const dayMs = 86_400_000
const now = new Date('2026-06-20T12:00:00Z')
const nameOf = (digit: string) => `${digit.repeat(32)}.webp`
const [published, draft, deleted, unused, fresh] = ['1', '2', '3', '4', '5'].map(nameOf) as [
  string,
  string,
  string,
  string,
  string
]
const uploads: [string, number][] = [
  [published, 7],
  [draft, 7],
  [deleted, 7],
  [unused, 7],
  [fresh, 6.9]
]
const bytesOf = (name: string) => Buffer.from(`RIFF\0\xff\0\0WEBP of ${name}`, 'latin1')

let operator: Record<string, string>

const api = forEachTest(() => startApi({ content: 'tables' }))
beforeEach(async () => {
  operator = await api.signIn()
})

const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs)

/** Writes a post with the picture in its text or above it. */
async function write(
  title: string,
  picture: string,
  isPublished: boolean,
  place: 'text' | 'above' = 'text'
): Promise<number> {
  const content = `<figure class="post-image"><img src="/blog-images/${picture}" alt="A chart" width="40" height="30" loading="lazy"></figure><p>Text.</p>`
  const above = { content: '<p>Text.</p>', feature_image: `/blog-images/${picture}` }
  const post = {
    title,
    excerpt: 'Of it.',
    published: isPublished,
    ...(place === 'text' ? { content } : above)
  }
  const { status, body } = await api.post('/api/blog/posts', post, operator)
  expect(status).toBe(201)
  expect(JSON.stringify(body)).toContain(picture)
  return (body as { id: number }).id
}

async function writePosts(): Promise<void> {
  await write('Out', published, true)
  await write('Not out yet', draft, false)
  const id = await write('Deleted', deleted, true, 'above')
  expect((await api.send('DELETE', `/api/blog/posts/${id}`, undefined, operator)).status).toBe(200)
}

const readRows = () => api.db.selectFrom('blog_image').selectAll().orderBy('name').execute()

test('a picture is removed a week after its upload unless a post or a deleted post uses it', async () => {
  for (const [name, days] of uploads)
    await storePicture(api.db, { name, uploaded_at: daysBefore(days).toISOString(), bytes: bytesOf(name) })
  await writePosts()
  for (const [name] of uploads) expect((await api.get(`/blog-images/${name}`)).status).toBe(200)

  await cleanUpPictures(api.db, now)
  expect((await readRows()).map(({ name }) => name)).toEqual([published, draft, deleted, fresh])
  const lines = await api.db
    .selectFrom('admin_log')
    .selectAll()
    .where('message', 'like', '%picture%')
    .execute()
  expect(lines).toMatchObject([
    {
      level: 'INFO',
      action: 'DELETE',
      message: 'Removed 1 uploaded picture that no post uses, 7 days after the upload'
    }
  ])
  expect(lines[0]?.metadata).toContain(unused)
  expect((await api.get(`/blog-images/${unused}`)).status).toBe(404)

  const later = daysBefore(-40)
  await cleanUpPosts(api.db, later)
  await cleanUpPictures(api.db, later)
  expect((await readRows()).map(({ name }) => name)).toEqual([published, draft])
})

test('uploading a picture again restarts its week', async () => {
  const picture = { name: unused, bytes: bytesOf(unused) }
  for (const days of [8, 2, 5])
    await storePicture(api.db, { ...picture, uploaded_at: daysBefore(days).toISOString() })
  expect(await readRows()).toEqual([{ ...picture, uploaded_at: daysBefore(2).toISOString() }])
  await cleanUpPictures(api.db, now)
  expect(await readRows()).toHaveLength(1)
})
