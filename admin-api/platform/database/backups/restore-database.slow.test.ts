import { copyFile, cp, mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { logIn } from '../../../testing/operator.ts'
import { copyFolder, makePublishedFolder, runCommand, startIn } from '../../../testing/real-server.ts'
import type { RunningServer } from '../../../testing/start-server.ts'

let published: string
let folder: string
let file: string
/** A copy of the state before the post 'After the copy'. */
let copy: string
let server: RunningServer | null

beforeAll(async () => {
  published = await makePublishedFolder()
})
afterAll(() => rm(published, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await copyFolder(published)
  file = join(folder, 'doubloon.sqlite')
  copy = join(folder, 'copy.sqlite')
  server = null
})
afterEach(async () => {
  await server?.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

/** A copy is made of the running database, a post is saved, and the server is killed. */
async function killAfterPost(): Promise<void> {
  server = await startIn(folder)
  const headers = await logIn(server.url)
  const source = new SQLite(file, { readonly: true })
  await source.backup(copy)
  source.close()
  const saved = await fetch(`${server.url}/api/blog/posts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({
      title: 'After the copy',
      excerpt: 'A post.',
      content: '<p>Fair winds.</p>',
      published: true
    })
  })
  expect(saved.status).toBe(201)
  await server.stop('SIGKILL')
}

function readTitles(path: string): unknown[] {
  const sqlite = new SQLite(path)
  try {
    expect(sqlite.pragma('quick_check', { simple: true })).toBe('ok')
    return sqlite.prepare('select title from blog_post').pluck().all()
  } finally {
    sqlite.close()
  }
}

test('after a kill the old log spoils a backup copied by hand; the command restores it and can be undone', async () => {
  await killAfterPost()
  expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0)
  const byHand = join(folder, 'by-hand')
  await mkdir(byHand)
  for (const name of ['doubloon.sqlite', 'doubloon.sqlite-wal', 'doubloon.sqlite-shm'])
    await cp(join(folder, name), join(byHand, name))
  await copyFile(copy, join(byHand, 'doubloon.sqlite'))
  expect(readOrFail(join(byHand, 'doubloon.sqlite'))).not.toEqual(readTitles(copy))

  const { code, printed } = await runCommand(folder, 'restore.ts', [copy])
  expect(printed).toMatch(/^The database is now the one from \S+copy\.sqlite\./)
  expect(printed).toMatch(/before-restore-\S+\.sqlite\.\nNext: npm start/)
  expect(code).toBe(0)
  expect(await readdir(folder)).not.toContain('doubloon.sqlite-wal')
  expect(readTitles(file)).toEqual(readTitles(copy))

  server = await startIn(folder)
  expect((await fetch(`${server.url}/blog/after-the-copy`)).status).toBe(404)
  expect((await fetch(`${server.url}/api/health`)).status).toBe(200)
  await server.stop()

  // The replaced database is backed up, and the same command restores it.
  const replaced = join(folder, 'backups', /before-restore-\S+\.sqlite/.exec(printed)?.[0] ?? '')
  expect((await stat(replaced)).mode & 0o777).toBe(0o600)
  expect((await runCommand(folder, 'restore.ts', [replaced])).code).toBe(0)
  expect(readTitles(file)).toContain('After the copy')
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

/** The titles, or why they can't be read. */
function readOrFail(path: string): unknown {
  try {
    return readTitles(path)
  } catch (error) {
    return error
  }
}

test('nothing is restored while the service runs', async () => {
  server = await startIn(folder)
  const source = new SQLite(file, { readonly: true })
  await source.backup(copy)
  source.close()
  const before = readTitles(copy)
  const { code, printed } = await runCommand(folder, 'restore.ts', [copy])
  expect(code).toBe(1)
  expect(printed).toMatch(/^Nothing was restored: process \d+ has used the database in .*Stop that one first/)
  expect((await readdir(folder)).filter((name) => name.includes('restor'))).toEqual([])
  expect(readTitles(file)).toEqual(before)
})
