import type { Kysely } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sitemapPath } from '../contract/pages.ts'
import type { Database } from '../platform/database/schema.ts'
import { addPosts, listBlogPaths, openBlog, pages, queuedBy } from '../testing/blog-rig.ts'
import { changePost, createPost, readyPost, removePost } from './save-post.ts'

const actor = { userId: 'admin', ipShort: '192.0.2.0' }

let db: Kysely<Database>
let close: () => Promise<void>

beforeAll(async () => {
  ;({ db, close } = await openBlog())
})
afterAll(() => close())

test('whatever is done, exactly those pages are queued whose content changed', async () => {
  // A fixed course of 70 changes that looks like chance: every kind of change at every place in the archive.
  let seed = 7
  let now = new Date('2026-06-01T12:00:00Z')
  const upTo = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * most)
  }
  await addPosts(db, 17)
  const ids = Array.from({ length: 17 }, (_, place) => place + 1)
  let before = await readAllPages()
  for (let step = 0; step < 70; step += 1) {
    now = new Date(now.getTime() + 5 * 60 * 60 * 1000)
    const place = upTo(ids.length)
    const id = ids[place]
    const kind = upTo(10)
    const written = {
      title: `Title ${upTo(7)}`,
      excerpt: 'x',
      published: upTo(4) > 0,
      content: `<p>${step}</p>`
    }
    const writing = { actor, now, queueChange: pages.queueChange }
    const queued = await queuedBy(db, async () => {
      if (id === undefined || kind < 4) ids.push((await createPost(db, readyPost(written), writing)).id)
      else if (kind < 9) {
        const title = kind === 8 ? await titleOf(id) : written.title
        await changePost(db, id, readyPost({ ...written, title }), writing)
      } else {
        await removePost(db, id, writing)
        ids.splice(place, 1)
      }
    })
    const after = await readAllPages()
    const changed = [...new Set([...before.keys(), ...after.keys()])].filter(
      (path) => before.get(path) !== after.get(path)
    )
    expect(queued, `step ${step}`).toEqual(changed.sort())
    before = after
  }
})

async function titleOf(id: number): Promise<string> {
  const row = await db.selectFrom('blog_post').select('title').where('id', '=', id).executeTakeFirstOrThrow()
  return row.title
}

/** Everything the public could read, as text. */
async function readAllPages(): Promise<Map<string, string>> {
  const paths = [...(await listBlogPaths(db)), sitemapPath]
  return new Map(
    await Promise.all(paths.map(async (path) => [path, JSON.stringify(await pages.load(db, path))] as const))
  )
}
