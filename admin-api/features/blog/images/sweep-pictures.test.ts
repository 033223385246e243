import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../../testing/start-api.ts'
import { sweepPosts } from '../sweep-posts.ts'
import { pictureFolderIn } from './picture-folder.ts'
import { sweepPictures } from './sweep-pictures.ts'

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
const cutOff = `${nameOf('6')}.0b4e9c1e-8f8f-4c8e-9c43-1c1f3a1f7c11.writing`
const foreign = 'chart.png'

let api: TestApi
let operator: Record<string, string>
let folder: string

beforeAll(async () => {
  api = await startApi({ isSeeded: false })
  operator = await api.signIn()
  folder = pictureFolderIn(api.services.dataDir)
  await mkdir(folder, { recursive: true })
})
afterAll(() => api.stop())

async function upload(name: string, daysAgo: number): Promise<void> {
  await writeFile(join(folder, name), 'a picture')
  const time = new Date(now.getTime() - daysAgo * dayMs)
  await utimes(join(folder, name), time, time)
}

async function write(title: string, picture: string, isPublished: boolean): Promise<number> {
  const content = `<figure class="post-image"><img src="/blog-images/${picture}" alt="A chart" width="40" height="30" loading="lazy"></figure><p>Text.</p>`
  const post = { title, excerpt: 'Of it.', content, published: isPublished }
  const { status, body } = await api.post('/api/blog/posts', post, operator)
  expect(status).toBe(201)
  expect(JSON.stringify(body)).toContain(picture)
  return (body as { id: number }).id
}

async function sweep(at: Date): Promise<string[]> {
  await sweepPictures({ db: api.db, dataDir: api.services.dataDir }, at)
  return (await readdir(folder)).sort()
}

test('a week after its upload a picture is removed, unless a post uses it or a deleted one may again', async () => {
  for (const name of [published, draft, deleted, unused, cutOff, foreign]) await upload(name, 7)
  await upload(fresh, 6.9)
  await write('Out', published, true)
  await write('Not out yet', draft, false)
  const id = await write('Deleted', deleted, true)
  expect((await api.send('DELETE', `/api/blog/posts/${id}`, undefined, operator)).status).toBe(200)

  expect(await sweep(now)).toEqual([published, draft, deleted, fresh, foreign].sort())
  const lines = await api.db
    .selectFrom('admin_log')
    .selectAll()
    .where('message', 'like', '%picture%')
    .execute()
  expect(lines).toMatchObject([
    {
      level: 'INFO',
      action: 'DELETE',
      message: 'Removed 2 uploaded pictures that no post uses, 7 days after the upload'
    }
  ])
  expect(lines[0]?.metadata).toContain(unused)

  const later = new Date(now.getTime() + 40 * dayMs)
  await sweepPosts(api.db, later)
  expect(await sweep(later)).toEqual([published, draft, foreign].sort())
})

test('where nothing was ever uploaded, nothing is swept', async () => {
  await sweepPictures({ db: api.db, dataDir: join(api.services.dataDir, 'nowhere') }, now)
})
