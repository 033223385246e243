import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { startApi } from '../../testing/api.ts'
import { forEachTest } from '../../testing/fixtures.ts'
import { importPictureFiles } from './import-picture-files.ts'

const now = new Date('2026-06-20T12:00:00Z')
const nameOf = (digit: string) => `${digit.repeat(32)}.webp`
const [inPost, fresh, unused, broken] = ['1', '2', '3', '4'].map(nameOf) as [string, string, string, string]
const bytesOf = (name: string) => Buffer.from(`RIFF\0\xff\0\0WEBP of ${name}`, 'latin1')

const api = forEachTest(() => startApi({ content: 'tables' }))

/** A data folder with these files, each so many days old. */
function makeDataDir(files: [name: string, bytes: Buffer, days: number][]): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'doubloon-pictures-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true }))
  mkdirSync(join(dataDir, 'blog-images'))
  for (const [name, bytes, days] of files) {
    const file = join(dataDir, 'blog-images', name)
    writeFileSync(file, bytes)
    const day = new Date(now.getTime() - days * 86_400_000)
    utimesSync(file, day, day)
  }
  return dataDir
}

async function writePost(picture: string): Promise<void> {
  const post = {
    title: 'Out',
    excerpt: 'With a picture.',
    content: `<figure class="post-image"><img src="/blog-images/${picture}" alt="A chart" width="40" height="30" loading="lazy"></figure><p>Text.</p>`,
    published: true
  }
  expect((await api.post('/api/blog/posts', post, await api.signIn())).status).toBe(201)
}

test('pictures that an earlier release kept as files are served again, if a post uses them or they are new', async () => {
  await writePost(inPost)
  expect((await api.get(`/blog-images/${inPost}`)).status).toBe(404)
  const dataDir = makeDataDir([
    [inPost, bytesOf(inPost), 200],
    [fresh, bytesOf(fresh), 6],
    [unused, bytesOf(unused), 8],
    [broken, Buffer.from('<html>'), 1],
    ['notes.txt', Buffer.from('of the operator'), 1]
  ])
  const parts = { db: api.db, dataDir, log: pino({ level: 'silent' }), clock: () => now }
  await importPictureFiles(parts)
  // Again at the next start.
  await importPictureFiles(parts)

  expect((await api.get(`/blog-images/${inPost}`)).status).toBe(200)
  const rows = await api.db.selectFrom('blog_image').select(['name', 'uploaded_at']).orderBy('name').execute()
  expect(rows).toEqual([
    { name: inPost, uploaded_at: '2025-12-02T12:00:00.000Z' },
    { name: fresh, uploaded_at: '2026-06-14T12:00:00.000Z' }
  ])
})

test('without such a folder nothing happens', async () => {
  const dataDir = makeDataDir([])
  rmSync(join(dataDir, 'blog-images'), { recursive: true })
  await importPictureFiles({ db: api.db, dataDir, log: pino({ level: 'silent' }), clock: () => now })
  expect(await api.db.selectFrom('blog_image').selectAll().execute()).toEqual([])
})
