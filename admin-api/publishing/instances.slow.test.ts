import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Db } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { isOnPostgres, openTestDatabase } from '../testing/database.ts'
import { makeBuild } from '../testing/fake-build.ts'
import { forEachTest } from '../testing/fixtures.ts'
import {
  changePage,
  createPageTable,
  createTestPublisher,
  readBodies,
  renderTestPage,
  testSite
} from '../testing/page-fixture.ts'
import { readBuiltSite } from './built-site.ts'
import { enqueuePages, trimPageLog } from './page-log.db.ts'
import { createPageQueue } from './page-queue.ts'
import type { Publisher } from './publisher.ts'
import { queueEveryPage, queueIfUnpublished } from './queue-every-page.ts'

/** Everything may take more than the default second on a busy machine. */
const patient = { timeout: 60_000 }
const log = pino({ level: 'silent' })

/** One of several processes that share a database; each has its own files. */
type Instance = {
  db: Db
  siteDir: string
  publisher: Publisher
  /** Paths of rendered pages. */
  rendered: string[]
  /** The part of a start before the first page is rendered. */
  open: () => Promise<void>
  queueEveryPage: () => Promise<number>
  readSite: () => Promise<Record<string, string>>
  stop: () => Promise<void>
}

let folder: string
const database = forEachTest(() => openTestDatabase('tables'))
let instances: Instance[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-instances-'))
  await makeBuild(join(folder, 'build'), 'only')
  instances = []
  makeInstance('first')
  await createPageTable(database.db)
})
afterEach(async () => {
  for (const instance of instances) await instance.stop()
  await rm(folder, { recursive: true })
})

/** Each process has its own connections; with SQLite there is only one process. */
function makeInstance(name: string): Instance {
  const db = isOnPostgres ? database.connect() : database.db
  const siteDir = join(folder, name)
  const rendered: string[] = []
  const queue = createPageQueue({ db, siteDir, log })
  const publisher = createTestPublisher(
    db,
    siteDir,
    async (path, locals) => {
      rendered.push(path)
      return renderTestPage(path, locals)
    },
    log,
    { queue }
  )
  const readPages = async () => ({
    db,
    queue,
    built: await readBuiltSite(join(folder, 'build')),
    site: testSite,
    siteDir,
    listPaths: async () => (await readBodies(db)).filter(({ body }) => body !== null).map(({ path }) => path),
    clock: () => new Date()
  })
  const instance: Instance = {
    db,
    siteDir,
    publisher,
    rendered,
    open: async () => queueIfUnpublished(await readPages()),
    queueEveryPage: async () => queueEveryPage(await readPages()),
    readSite: () => readFiles(siteDir),
    stop: async () => {
      await publisher.stop()
      if (isOnPostgres) await db.destroy()
      instances = instances.filter((other) => other !== instance)
    }
  }
  instances.push(instance)
  return instance
}

/** Returns all files that visitors can request. */
async function readFiles(siteDir: string): Promise<Record<string, string>> {
  const names = (await readdir(siteDir)).filter((name) => !name.startsWith('.') && !name.endsWith('.writing'))
  const texts = names.sort().map(async (name) => [name, await readFile(join(siteDir, name), 'base64')])
  return Object.fromEntries(await Promise.all(texts))
}

function findFirst(): Instance {
  const [first] = instances
  if (first === undefined) throw new Error('beforeEach() makes the first instance')
  return first
}

async function expectPage(instance: Instance, name: string, body: string): Promise<void> {
  const read = () => readFile(join(instance.siteDir, `${name}.html`), 'utf8').catch(() => '')
  await expect.poll(read, patient).toContain(`<body>${body}</body>`)
}

test('a change made by one instance is rendered by both, byte for byte the same', async () => {
  const [first, second] = [findFirst(), makeInstance('second')]
  for (const instance of [first, second]) {
    await instance.open()
    instance.publisher.start()
  }
  for (let page = 0; page < 20; page += 1) await changePage(first.db, `/page-${page}`, `${page} of the first`)
  await changePage(second.db, '/page-3', 'changed by the second')
  await changePage(first.db, '/page-4', null)
  await changePage(second.db, '/last', 'the last')
  for (const instance of [first, second]) {
    await expectPage(instance, 'last', 'the last')
    await instance.publisher.whenIdle()
  }
  const site = await first.readSite()
  expect(Object.keys(site).filter((name) => name.endsWith('.html'))).toHaveLength(21)
  expect(site['page-4.html']).toBeUndefined()
  expect(await second.readSite()).toEqual(site)
})

test('an instance that was stopped resumes from its cursor, and renders nothing else', async () => {
  const [first, second] = [findFirst(), makeInstance('second')]
  await changePage(first.db, '/old', 'old')
  for (const instance of [first, second]) {
    await instance.open()
    expect(await instance.publisher.drain()).toBe(0)
  }
  await second.stop()
  await changePage(first.db, '/missed', 'missed')
  await first.publisher.drain()
  const again = makeInstance('second')
  await again.open()
  expect(await again.publisher.drain()).toBe(0)
  expect(again.rendered).toEqual(['/missed'])
  expect(await again.readSite()).toEqual(await first.readSite())
})

test('an instance without a cursor, or with one older than the log, renders all pages', async () => {
  const [first, second] = [findFirst(), makeInstance('second')]
  for (const path of ['/one', '/two', '/three']) await changePage(first.db, path, 'rendered')
  await second.open()
  await second.publisher.drain()
  await second.stop()
  await changePage(first.db, '/one', null)
  await changePage(first.db, '/four', 'rendered')
  const later = new Date(Date.now() + 31 * 86_400_000)
  await writeTransaction(first.db, (trx) => trimPageLog(trx, later))
  for (const instance of [makeInstance('second'), first]) {
    await instance.open()
    expect(await instance.publisher.drain()).toBe(0)
    expect(instance.rendered.sort()).toEqual(['/four', '/three', '/two'])
    expect(Object.keys(await instance.readSite()).filter((name) => /^[a-z].*html$/.test(name))).toEqual([
      'four.html',
      'three.html',
      'two.html'
    ])
  }
})

test('queueing all pages on one instance renders nothing on another, and survives a kill', async () => {
  const [first, second] = [findFirst(), makeInstance('second')]
  for (const path of ['/one', '/two']) await changePage(first.db, path, 'rendered')
  for (const instance of [first, second]) {
    await instance.open()
    await instance.publisher.drain()
  }
  const partialFile = join(second.siteDir, 'one.html.br.writing')
  await writeFile(partialFile, 'left by a process that was killed')
  expect(await second.queueEveryPage()).toBe(2)
  expect(existsSync(partialFile)).toBe(false)
  await first.publisher.drain()
  expect(first.rendered).toHaveLength(2)
  // Simulates a start after a kill: another process with the files in the folder.
  const again = makeInstance('second')
  await again.open()
  await again.publisher.drain()
  expect(again.rendered.sort()).toEqual(['/one', '/two'])
})

test.skipIf(!isOnPostgres)(
  'a broken notification connection is restored, and pages changed meanwhile are rendered',
  async () => {
    const [first, second] = [findFirst(), makeInstance('second')]
    second.publisher.start()
    await changePage(first.db, '/page', 'before')
    await expectPage(second, 'page', 'before')
    for (const text of ['while it was broken', 'after that']) {
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query in ('listen doubloon_pages', 'select 1')`.execute(first.db)
      await changePage(first.db, '/page', text)
      await expectPage(second, 'page', text)
    }
  }
)

test('a cursor beyond the end of the log is ignored', async () => {
  const first = findFirst()
  await changePage(first.db, '/page', 'rendered')
  await first.open()
  await first.publisher.drain()
  // Simulates a database that was restored by other means.
  await first.db.deleteFrom('page_change').execute()
  await first.stop()
  const again = makeInstance('first')
  await again.open()
  await again.publisher.drain()
  expect(again.rendered).toEqual(['/page'])
  await enqueuePages(again.db, ['/page'], new Date())
  await again.publisher.drain()
  expect(again.rendered).toEqual(['/page', '/page'])
})
