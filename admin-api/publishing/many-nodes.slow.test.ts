import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../platform/database/migrations.ts'
import { enqueuePages, trimPageLog } from './page-log.db.ts'
import type { Database } from '../platform/database/schema.ts'
import { writeTransaction } from '../platform/database/write-transaction.ts'
import { makeBuild } from '../testing/fake-build.ts'
import {
  changePage,
  createPageTable,
  createTestPublisher,
  readBodies,
  renderTestPage,
  testSite
} from '../testing/page-rig.ts'
import { copyDatabase, isOnPostgres, openCopy } from '../testing/seeded-file.ts'
import { readBuiltSite } from './built-site.ts'
import { createPageQueue } from './page-queue.ts'
import type { Publisher } from './publisher.ts'
import { queueEveryPage, queueIfUnpublished } from './queue-every-page.ts'

/** On a busy machine all takes longer than the second that is usual. */
const patient = { timeout: 15_000 }
const log = pino({ level: 'silent' })

/** One process of several over one database, with files of its own. */
type Node = {
  db: Kysely<Database>
  siteDir: string
  publisher: Publisher
  /** What it drew. */
  drawn: string[]
  /** As a start does before the first page is drawn. */
  open: () => Promise<void>
  queueEveryPage: () => Promise<number>
  readSite: () => Promise<Record<string, string>>
  stop: () => Promise<void>
}

let folder: string
let file: string
let nodes: Node[]

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-nodes-'))
  await makeBuild(join(folder, 'build'), 'only')
  file = await copyDatabase(false)
  nodes = []
  const first = makeNode('first')
  await migrate(first.db)
  await createPageTable(first.db)
})
afterEach(async () => {
  for (const node of nodes) await node.stop()
  await rm(folder, { recursive: true })
  await rm(dirname(file), { recursive: true })
})

/** A process of its own has connections of its own; over SQLite there is only one. */
function makeNode(name: string): Node {
  const db = isOnPostgres ? openCopy(file) : (nodes[0]?.db ?? openCopy(file))
  const siteDir = join(folder, name)
  const drawn: string[] = []
  const queue = createPageQueue({ db, siteDir, log })
  const publisher = createTestPublisher(
    db,
    siteDir,
    async (path, locals) => {
      drawn.push(path)
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
  const isLast = () => nodes.filter((node) => node.db === db).length === 1
  const node: Node = {
    db,
    siteDir,
    publisher,
    drawn,
    open: async () => queueIfUnpublished(await readPages()),
    queueEveryPage: async () => queueEveryPage(await readPages()),
    readSite: () => readFiles(siteDir),
    stop: async () => {
      await publisher.stop()
      if (isLast()) await db.destroy()
      nodes = nodes.filter((other) => other !== node)
    }
  }
  nodes.push(node)
  return node
}

/** All that a visitor could be sent. */
async function readFiles(siteDir: string): Promise<Record<string, string>> {
  const names = (await readdir(siteDir)).filter((name) => !name.startsWith('.') && !name.endsWith('.writing'))
  const texts = names.sort().map(async (name) => [name, await readFile(join(siteDir, name), 'base64')])
  return Object.fromEntries(await Promise.all(texts))
}

function firstNode(): Node {
  const [first] = nodes
  if (first === undefined) throw new Error('the first node is made before each test')
  return first
}

async function expectPage(node: Node, name: string, body: string): Promise<void> {
  const read = () => readFile(join(node.siteDir, `${name}.html`), 'utf8').catch(() => '')
  await expect.poll(read, patient).toContain(`<body>${body}</body>`)
}

test('what one node writes, both draw, byte for byte the same', async () => {
  const [first, second] = [firstNode(), makeNode('second')]
  for (const node of [first, second]) {
    await node.open()
    node.publisher.start()
  }
  for (let page = 0; page < 20; page += 1) await changePage(first.db, `/page-${page}`, `${page} of the first`)
  await changePage(second.db, '/page-3', 'changed by the second')
  await changePage(first.db, '/page-4', null)
  await changePage(second.db, '/last', 'the last')
  for (const node of [first, second]) {
    await expectPage(node, 'last', 'the last')
    await node.publisher.whenIdle()
  }
  const site = await first.readSite()
  expect(Object.keys(site).filter((name) => name.endsWith('.html'))).toHaveLength(21)
  expect(site['page-4.html']).toBeUndefined()
  expect(await second.readSite()).toEqual(site)
})

test('a node that was away goes on from its place, and draws nothing else', async () => {
  const [first, second] = [firstNode(), makeNode('second')]
  await changePage(first.db, '/old', 'old')
  for (const node of [first, second]) {
    await node.open()
    expect(await node.publisher.drain()).toBe(0)
  }
  await second.stop()
  await changePage(first.db, '/missed', 'missed')
  await first.publisher.drain()
  const again = makeNode('second')
  await again.open()
  expect(await again.publisher.drain()).toBe(0)
  expect(again.drawn).toEqual(['/missed'])
  expect(await again.readSite()).toEqual(await first.readSite())
})

test('a node whose place is older than the log draws everything, and so does one that has none', async () => {
  const [first, second] = [firstNode(), makeNode('second')]
  for (const path of ['/one', '/two', '/three']) await changePage(first.db, path, 'drawn')
  await second.open()
  await second.publisher.drain()
  await second.stop()
  await changePage(first.db, '/one', null)
  await changePage(first.db, '/four', 'drawn')
  const later = new Date(Date.now() + 31 * 86_400_000)
  await writeTransaction(first.db, (trx) => trimPageLog(trx, later))
  for (const node of [makeNode('second'), first]) {
    await node.open()
    expect(await node.publisher.drain()).toBe(0)
    expect(node.drawn.sort()).toEqual(['/four', '/three', '/two'])
    expect(Object.keys(await node.readSite()).filter((name) => /^[a-z].*html$/.test(name))).toEqual([
      'four.html',
      'three.html',
      'two.html'
    ])
  }
})

test('everything anew on one node draws nothing on another, and a kill does not end it', async () => {
  const [first, second] = [firstNode(), makeNode('second')]
  for (const path of ['/one', '/two']) await changePage(first.db, path, 'drawn')
  for (const node of [first, second]) {
    await node.open()
    await node.publisher.drain()
  }
  const cutOff = join(second.siteDir, 'one.html.br.writing')
  await writeFile(cutOff, 'left by a process that was killed')
  expect(await second.queueEveryPage()).toBe(2)
  expect(existsSync(cutOff)).toBe(false)
  await first.publisher.drain()
  expect(first.drawn).toHaveLength(2)
  // As after a kill: another process begins with what lies in the folder.
  const again = makeNode('second')
  await again.open()
  await again.publisher.drain()
  expect(again.drawn.sort()).toEqual(['/one', '/two'])
})

test.skipIf(!isOnPostgres)(
  'a broken connection for notices is made anew, and what came meanwhile is drawn',
  async () => {
    const [first, second] = [firstNode(), makeNode('second')]
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

test('a place that says more than the log has is none', async () => {
  const first = firstNode()
  await changePage(first.db, '/page', 'drawn')
  await first.open()
  await first.publisher.drain()
  // As after the database was put back by other means.
  await first.db.deleteFrom('page_change').execute()
  await first.stop()
  const again = makeNode('first')
  await again.open()
  await again.publisher.drain()
  expect(again.drawn).toEqual(['/page'])
  await enqueuePages(again.db, ['/page'], new Date())
  await again.publisher.drain()
  expect(again.drawn).toEqual(['/page', '/page'])
})
