import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makePost } from '../../../testing/make.ts'
import { migrate } from '../migrations.ts'
import { openDatabase } from '../open.ts'

test('posts and their former addresses of an older database stay as they are', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'doubloon-posts-'))
  const db = openDatabase(join(folder, 'doubloon.sqlite'))
  await migrate(db, '009-search-counts')
  await db
    .insertInto('blog_post')
    .values([makePost(1), makePost(2)])
    .execute()
  await db.insertInto('blog_redirect').values({ slug: 'old', post_id: 2 }).execute()
  const read = async () => [
    await db.selectFrom('blog_post').selectAll().execute(),
    await db.selectFrom('blog_redirect').selectAll().execute()
  ]
  const before = await read()
  await migrate(db)
  expect(await read()).toEqual(before)
  expect(await db.selectFrom('deleted_post').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('post_key').selectAll().execute()).toEqual([])
  await db.destroy()
  await rm(folder, { recursive: true })
})
