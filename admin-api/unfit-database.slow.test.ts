import { closeSync, openSync, writeSync } from 'node:fs'
import { chmod, mkdir, readdir, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { forgetNewestMigrations } from './testing/database-023.ts'
import {
  copyFolder,
  failToOpenIn,
  failToStartIn,
  makePublishedFolder,
  runCommand,
  startIn,
  startNewIn
} from './testing/real-server.ts'
import type { RunningServer } from './testing/start-server.ts'

let published: string
let folder: string
let file: string
let running: RunningServer[]

beforeAll(async () => {
  published = await makePublishedFolder()
})
afterAll(() => rm(published, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await copyFolder(published)
  file = join(folder, 'doubloon.sqlite')
  running = []
})
afterEach(async () => {
  for (const server of running) await server.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<RunningServer> {
  const server = await startIn(folder)
  running.push(server)
  return server
}

test('a forgotten mount stops the start and removes no page; NEW_DATABASE=true creates a database in private files', async () => {
  const pages = await readdir(join(folder, 'site'))
  const dataDir = join(folder, 'mount')
  await mkdir(dataDir)
  expect(await failToStartIn(folder, { DATA_DIR: dataDir })).toMatch(
    /^Doubloon can't start: there is no database in \S+, but .* published from one.* NEW_DATABASE=true\.\n$/
  )
  expect(await readdir(join(folder, 'site'))).toEqual(pages)
  expect(await readdir(dataDir)).not.toContain('doubloon.sqlite')

  await rm(dataDir, { recursive: true })
  running.push(await startNewIn(folder, { DATA_DIR: dataDir }))
  expect(await modesIn(dataDir)).toMatchObject({
    '.': '700',
    'doubloon.sqlite': '600',
    'doubloon.sqlite-wal': '600',
    'doubloon.sqlite-shm': '600'
  })
})

test('an empty file stops the start', async () => {
  await truncate(file, 0)
  expect(await failToOpenIn(folder)).toMatch(
    /^\S+doubloon\.sqlite is empty \(0 bytes\).* npm run restore -- FILE.*$/
  )
})

test('a file other than a database stops the start', async () => {
  await writeFile(file, 'These are not the bytes of a database.\n'.repeat(500))
  expect(await failToOpenIn(folder)).toMatch(/^\S+ is not a SQLite database.* npm run restore -- FILE.*$/)
})

test('a database of another program stops the start and stays unchanged', async () => {
  await rm(file)
  new SQLite(file).exec('create table recipe (name text)').close()
  expect(await failToOpenIn(folder)).toMatch(/ is a database of another program.* npm run restore -- FILE.*$/)
  const other = new SQLite(file, { readonly: true })
  expect(other.prepare('select name from sqlite_master').all()).toEqual([{ name: 'recipe' }])
  other.close()
})

test('a database of a newer version stops the start', async () => {
  const newer = new SQLite(file)
  newer.exec(`insert into kysely_migration values ('999-later', '2027-01-01T00:00:00.000Z')`).close()
  expect(await failToOpenIn(folder)).toMatch(/ was written by a newer version of Doubloon \(999-later\)/)
})

test('a database of a version that is too old stops the start with advice', async () => {
  forgetNewestMigrations(file)
  expect(await failToOpenIn(folder)).toMatch(
    /^\S+ was written by a version .* too old .*\(021-blog-images\): update to the previous release first, .* again\.$/
  )
})

test('a damaged database stops the start with advice and the newest backup', async () => {
  damage(file)
  await mkdir(join(folder, 'backups'))
  for (const day of ['02', '03'])
    await writeFile(join(folder, 'backups', `before-restore-2026-06-${day}T00-00-00-000Z.sqlite`), '')
  expect(await failToOpenIn(folder)).toMatch(
    /^\S+ is damaged \(.*\).* npm run restore -- FILE.*newest.*before-restore-2026-06-03T00-00-00-000Z\.sqlite.*$/
  )
})

/** Overwrites the first page of the payments table with zeros. */
function damage(path: string): void {
  const sqlite = new SQLite(path)
  const page = sqlite
    .prepare("select rootpage from sqlite_master where name = 'dividend_history'")
    .pluck()
    .get()
  const pageBytes = Number(sqlite.pragma('page_size', { simple: true }))
  sqlite.close()
  const handle = openSync(path, 'r+')
  writeSync(handle, Buffer.alloc(pageBytes), 0, pageBytes, (Number(page) - 1) * pageBytes)
  closeSync(handle)
}

test('a second process or command on the same database is refused with advice; a kill frees the database', async () => {
  const first = await start()
  expect(await failToStartIn(folder)).toMatch(
    new RegExp(
      `^Doubloon can't start: process ${first.pid} has used the database in \\S+ since \\d{4}-.* UTC`
    )
  )
  for (const [script, ...args] of [['collect.ts', '--symbol', 'MSTY'], ['publish.ts']] as const) {
    const { code, printed } = await runCommand(folder, script, args)
    expect(code).toBe(1)
    expect(printed).toMatch(/^Doubloon can't start: process \d+ has used .* Stop .* admin area\.\n$/)
  }
  expect((await fetch(`${first.url}/api/health`)).status).toBe(200)
  await first.stop('SIGKILL')
  await start()
})

test('files of an older version become private at the next start; the mode of DATA_DIR stays', async () => {
  await mkdir(join(folder, 'backups'))
  await writeFile(join(folder, 'backups', 'before-restore-2026-06-02T00-00-00-000Z.sqlite'), '')
  await chmod(file, 0o644)
  await chmod(folder, 0o755)
  await start()
  expect(await modesIn(folder)).toMatchObject({ '.': '755', 'doubloon.sqlite': '600' })
  expect(Object.values(await modesIn(join(folder, 'backups')))).toContain('600')
})

async function modesIn(path: string): Promise<Record<string, string>> {
  const names = ['.', ...(await readdir(path))]
  const modes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).mode & 0o777))
  return Object.fromEntries(names.map((name, index) => [name, (modes[index] ?? 0).toString(8)]))
}
