import { rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sitemapPath } from '../../contract/pages.ts'
import { migrate } from '../../db/migrations.ts'
import { openDatabase } from '../../db/open.ts'
import type { Database } from '../../db/schema.ts'
import { addPosts, emptyBlog, queuedBy } from '../../testing/blog-rig.ts'
import { copyDatabase } from '../../testing/seeded-file.ts'
import { listBlogEntries, listBlogPaths, loadBlogPage } from './load-blog-page.ts'
import { changePost, createPost, readyPost, removePost, type WrittenPost } from './save-post.ts'

let file: string
let db: Kysely<Database>
let now: Date

const actor = { userId: 'admin', ipShort: '192.0.2.0' }
const plain: WrittenPost = { title: 'New', excerpt: 'x', content: '<p>x</p>', published: true }

beforeAll(async () => {
  file = await copyDatabase(false)
  db = openDatabase(file)
  await migrate(db)
})
beforeEach(async () => {
  now = new Date('2026-06-01T12:00:00Z')
  await emptyBlog(db)
})
afterAll(async () => {
  await db.destroy()
  await rm(dirname(file), { recursive: true })
})

const create = (given: Partial<WrittenPost> = {}) =>
  createPost(db, readyPost({ ...plain, ...given }), { actor, now })
const change = (id: number, given: Partial<WrittenPost> = {}) =>
  changePost(db, id, readyPost({ ...plain, ...given }), { actor, now })

test('whatever is done, exactly those pages are queued whose content changed', async () => {
  // A fixed course of 70 changes that looks like chance: every kind of change at every place in the archive.
  let seed = 7
  const upTo = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * most)
  }
  await addPosts(db, 17)
  const ids = Array.from({ length: 17 }, (_, place) => place + 1)
  for (let step = 0; step < 70; step += 1) {
    now = new Date(now.getTime() + 5 * 60 * 60 * 1000)
    const before = await readAllPages()
    const place = upTo(ids.length)
    const id = ids[place]
    const kind = upTo(10)
    const written = { title: `Title ${upTo(7)}`, published: upTo(4) > 0, content: `<p>${step}</p>` }
    const queued = await queuedBy(db, async () => {
      if (id === undefined || kind < 4) ids.push((await create(written)).id)
      else if (kind < 9) await change(id, kind === 8 ? { ...written, title: await titleOf(id) } : written)
      else {
        await removePost(db, id, { actor, now })
        ids.splice(place, 1)
      }
    })
    const after = await readAllPages()
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path)
    )
    expect(queued, `step ${step}`).toEqual(changed.sort())
  }
})

async function titleOf(id: number): Promise<string> {
  const row = await db.selectFrom('blog_post').select('title').where('id', '=', id).executeTakeFirstOrThrow()
  return row.title
}

/** Everything the public could read, as text. */
async function readAllPages(): Promise<Map<string, string>> {
  const pages = new Map([[sitemapPath, JSON.stringify(await listBlogEntries(db))]])
  for (const path of await listBlogPaths(db)) pages.set(path, JSON.stringify(await loadBlogPage(db, path)))
  return pages
}
