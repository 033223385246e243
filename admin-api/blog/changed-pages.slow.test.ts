// Shows the same on any database.
import { expect, test } from 'vitest'
import { sitemapPath } from '../contract/pages.ts'
import { addPosts, listBlogPaths, queuedBy } from '../testing/blog-fixture.ts'
import { openTestDatabase } from '../testing/database.ts'
import { forAllTests } from '../testing/fixtures.ts'
import { pages } from '../testing/pages.ts'
import { preparePost } from './prepare-post.ts'
import { changePost, createPost, removePost } from './save-post.ts'

const actor = { userId: 'admin', ipShort: '192.0.2.0' }

const database = forAllTests(() => openTestDatabase('tables'))

test('every change queues exactly the pages whose content changed', async () => {
  // A fixed sequence of 70 pseudorandom changes: every kind of change at every position in the archive.
  let seed = 7
  let now = new Date('2026-06-01T12:00:00Z')
  const upTo = (most: number) => {
    seed = (seed * 1103515245 + 12345) % 2147483648
    return Math.floor((seed / 2147483648) * most)
  }
  await addPosts(database.db, 17)
  const ids = Array.from({ length: 17 }, (_, index) => index + 1)
  let before = await readAllPages()
  for (let step = 0; step < 70; step += 1) {
    now = new Date(now.getTime() + 5 * 60 * 60 * 1000)
    const index = upTo(ids.length)
    const id = ids[index]
    const kind = upTo(10)
    const written = {
      title: `Title ${upTo(7)}`,
      excerpt: 'x',
      published: upTo(4) > 0,
      content: `<p>${step}</p>`
    }
    const writing = { actor, now, queueChange: pages.queueChange }
    const queued = await queuedBy(database.db, async () => {
      if (id === undefined || kind < 4)
        ids.push((await createPost(database.db, preparePost(written), writing)).id)
      else if (kind < 9) {
        const title = kind === 8 ? await titleOf(id) : written.title
        await changePost(database.db, id, preparePost({ ...written, title }), writing)
      } else {
        await removePost(database.db, id, writing)
        ids.splice(index, 1)
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
  const row = await database.db
    .selectFrom('blog_post')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.title
}

/** Every public page as text. */
async function readAllPages(): Promise<Map<string, string>> {
  const paths = [...(await listBlogPaths(database.db)), sitemapPath]
  return new Map(
    await Promise.all(
      paths.map(async (path) => [path, JSON.stringify(await pages.load(database.db, path))] as const)
    )
  )
}
