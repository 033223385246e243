import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listAllPaths, loadAnyPage } from './all-pages.ts'
import { openDatabase } from './db/open.ts'
import type { Database } from './db/schema.ts'
import { makePost } from './testing/make.ts'
import { copyDatabase } from './testing/seeded-file.ts'

let file: string
let db: Kysely<Database>

beforeAll(async () => {
  file = await copyDatabase(true)
  db = openDatabase(file)
  await db.insertInto('blog_post').values(makePost(1)).execute()
})
afterAll(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

test('every path that is listed can be loaded, and is listed once', async () => {
  const paths = await listAllPaths(db)
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths) expect(await loadAnyPage(db, path, []), path).not.toBeNull()
})

test('the sitemap has all pages that show data with their day, and the texts of the build without one', async () => {
  const page = await loadAnyPage(db, '/sitemap.xml', [
    '/learn',
    '/404',
    '/admin',
    '/admin-blog',
    '/login',
    '/about'
  ])
  if (page?.kind !== 'sitemap') throw new Error('the sitemap is of another kind')
  const undated = page.entries.filter(({ lastModified }) => lastModified === null)
  expect(undated.map(({ path }) => path)).toEqual(['/about', '/learn'])
  expect(page.entries).toContainEqual({ path: '/blog', lastModified: '2000-01-01' })
  expect(page.entries).toContainEqual({ path: '/blog/post-1', lastModified: '2000-01-01' })
  expect(page.entries).toContainEqual({ path: '/', lastModified: '2026-05-29' })
  expect(page.entries).toContainEqual({ path: '/msty', lastModified: '2026-05-29' })
  expect(page.entries.filter(({ path }) => path.includes('.'))).toEqual([])
})

test('robots.txt closes what the sitemap leaves out', async () => {
  expect(await loadAnyPage(db, '/robots.txt', [])).toEqual({
    kind: 'robots',
    closedPaths: ['/admin', '/admin-blog', '/login', '/api/']
  })
})
