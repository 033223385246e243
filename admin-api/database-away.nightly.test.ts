import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createSchedule } from './collection/collection-schedule.ts'
import { openDatabase } from './platform/database/open.ts'
import { databaseFileIn } from './platform/database/private-files.ts'
import { copySqlite } from './testing/database.ts'
import { makeMarket } from './testing/fake-market.ts'
import { logIn } from './testing/operator.ts'
import type { PostgresServer } from './testing/postgres-server.ts'
import { failToStartIn, publishOnPostgres, runCommand, startIn } from './testing/real-server.ts'
import { waitUntilPublished } from './testing/wait-until-published.ts'

let server: PostgresServer
let url: string
let folder: string

beforeAll(async () => {
  ;({ server, url, folder } = await publishOnPostgres())
})
afterAll(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Starts a server in front of the database. */
async function startProxy(onConnection: (socket: Socket) => void) {
  const proxy = createServer(onConnection).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const through = new URL(url)
  through.port = String((proxy.address() as AddressInfo).port)
  return { url: through.href, close: () => proxy.close() }
}

/** Connects a client to the database. */
function connectTo(client: Socket): Socket {
  const database = connect(Number(new URL(url).port), '127.0.0.1')
  for (const socket of [client, database]) socket.on('error', () => undefined)
  client.pipe(database)
  database.pipe(client)
  return database
}

/** Polls within the rate limit. */
const soon = { timeout: 60_000, interval: 250 }

test('an instance without its database serves pages, refuses calls, and recovers without a restart', async () => {
  const instance = await startIn(folder, { DATABASE_URL: url, LOG_LEVEL: 'warn' })
  const read = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(instance.url + path, init)
    const isJson = response.headers.get('content-type')?.includes('json') === true
    return {
      status: response.status,
      retryAfter: response.headers.get('retry-after'),
      body: isJson ? await response.json() : await response.text()
    }
  }
  const search = (symbol: string) =>
    read('/api/stock/search', {
      method: 'POST',
      body: JSON.stringify({ symbol }),
      headers: { 'content-type': 'application/json' }
    })
  // Not searches, which are limited to fewer per second.
  const isAnsweredWith = async (status: number) => (await read('/api/blog/posts')).status === status
  try {
    await waitUntilPublished(instance.url)
    const headers = await logIn(instance.url)
    expect(await search('MSTY')).toMatchObject({ status: 200 })
    const ready = { ready: true, database: 'ok', renderer: 'ok', pages_waiting: 0, background_work: 'here' }
    expect(await read('/api/ready')).toMatchObject({ status: 200, body: ready })
    const page = await read('/msty')

    await server.halt()
    await vi.waitUntil(() => isAnsweredWith(503), soon)
    expect(await read('/msty')).toEqual(page)
    const refusal = {
      status: 503,
      retryAfter: '1',
      body: { message: "Our database can't be reached at the moment. Please try again in a few seconds." }
    }
    // Another fund, because the first answer may be cached.
    expect(await search('QQQT')).toEqual(refusal)
    const post = { title: 'Back again', excerpt: 'Back.', content: '<p>Back.</p>', published: true }
    const save = { method: 'POST', body: JSON.stringify(post), headers }
    expect(await read('/api/blog/posts', save)).toEqual(refusal)
    expect(await read('/api/health')).toMatchObject({
      status: 200,
      body: {
        status: 'degraded',
        reasons: ["The database can't be reached: pages are served, and calls are refused until it is back."]
      }
    })
    expect(await read('/api/ready')).toMatchObject({
      status: 503,
      body: { ready: false, database: 'down', renderer: 'ok', pages_waiting: null, background_work: null }
    })

    const metrics = (await read('/metrics')).body
    expect(metrics).toMatch(/^doubloon_database_up 0$/m)
    expect(metrics).toMatch(/^doubloon_renderer_up 1$/m)
    expect(metrics).not.toMatch(/^doubloon_(?:pages_waiting|data_age)/m)

    await server.resume()
    await vi.waitUntil(() => isAnsweredWith(200), soon)
    // The session is still valid, and saved posts are published.
    expect(await read('/api/blog/posts', save)).toMatchObject({ status: 201 })
    await vi.waitUntil(async () => (await read('/blog/back-again')).status === 200, soon)
    expect(await read('/api/ready')).toMatchObject({ status: 200 })

    const lines = instance.complaints().split('\n')
    expect(lines.filter((line) => line.includes("the database can't be reached:"))).toHaveLength(1)
    expect(lines.filter((line) => line.includes('the database can be reached again'))).toHaveLength(1)

    // A stop works while the database is away.
    await server.halt()
    await instance.stop()
    expect(instance.exitCode()).toBe(0)
  } finally {
    await instance.stop('SIGKILL')
    await server.resume().catch(() => undefined)
  }
})

test('a start and a command without the database fail with one sentence that has no password', async () => {
  const closed = 'postgres://doubloon:parrot@127.0.0.1:1/doubloon'
  const cause = "the PostgreSQL database can't be reached: connect ECONNREFUSED 127.0.0.1:1.\n"
  const commands = [
    { script: 'second-factor-off.ts', args: [], printed: cause },
    { script: 'restore.ts', args: ['copy.sqlite'], printed: `Nothing was restored: ${cause}` }
  ]
  const [start, ...outcomes] = await Promise.all([
    failToStartIn(folder, { DATABASE_URL: closed }),
    ...commands.map(({ script, args }) => runCommand(folder, script, args, { DATABASE_URL: closed }))
  ])
  expect(start).toBe(`Doubloon can't start: ${cause}`)
  expect(outcomes).toEqual(commands.map(({ printed }) => ({ code: 1, printed })))
  const stranger = url.replace(/:[^:@]+@/, ':parrot@')
  expect(await failToStartIn(folder, { DATABASE_URL: stranger })).toBe(
    'Doubloon can\'t start: password authentication failed for user "doubloon"\n'
  )
})

test('a start that takes long says so, and what it waits for', async () => {
  const sockets: Socket[] = []
  // Accepts connections, and answers nothing.
  const proxy = await startProxy((socket) => sockets.push(socket))
  const environment = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: proxy.url,
    BUILD_DIR: join(folder, 'dist'),
    SITE_DIR: join(folder, 'silent')
  }
  const server = spawn(process.execPath, ['admin-api/server.ts'], { env: environment })
  let printed = ''
  for await (const chunk of server.stdout) {
    printed += chunk
    if (printed.includes('Still')) break
  }
  server.kill('SIGKILL')
  for (const socket of sockets) socket.destroy()
  proxy.close()
  expect(printed).toMatch(
    /^Doubloon \S+ opens the PostgreSQL database\.\nStill opening the database and its pages, for \d+ s\.\n$/
  )
})

test('an instance waits for a database that starts later', async () => {
  let attempts = 0
  const proxy = await startProxy((socket) => {
    attempts += 1
    if (attempts <= 2) socket.destroy()
    else connectTo(socket)
  })
  const instance = await startIn(folder, { DATABASE_URL: proxy.url })
  expect(attempts).toBeGreaterThan(2)
  expect((await fetch(`${instance.url}/api/ready`)).status).toBe(200)
  await instance.stop()
  proxy.close()
})

test('a database server that stops responding is noticed, and waiting queries fail', async () => {
  const sockets: Socket[] = []
  let isCut = false
  const proxy = await startProxy((socket) => {
    if (!isCut) sockets.push(socket, connectTo(socket))
  })
  const db = openDatabase(proxy.url)
  const query = () => sql`select 1`.execute(db)
  await query()
  // As if a cable was cut: neither the open connection nor a new one gets a response.
  isCut = true
  for (const socket of sockets) socket.unpipe().pause()
  await expect(query()).rejects.toThrow("the PostgreSQL database can't be reached")
  await expect(query()).rejects.toThrow("the PostgreSQL database can't be reached")
  await db.destroy()
  for (const socket of sockets) socket.destroy()
  proxy.close()
})

test('a collection that falls due while the database is away runs when it is back', async () => {
  const db = openDatabase(url)
  const log = pino({ level: 'silent' })
  const collected: string[] = []
  const outcome = { results: [], errors: [], no_estimate: [], stopped: null }
  const collectAs = (name: string) => async () => {
    collected.push(name)
    return outcome
  }
  let now = new Date('2026-06-01T12:00:00Z')
  const collector = {
    collectGroup: collectAs('all'),
    collectMissed: collectAs('missed')
  } as never
  const schedule = createSchedule(
    { db, clock: () => now, log, market: makeMarket({}, 'Yahoo'), collector },
    '15 18 * * 1-5'
  )
  await schedule.runDue()
  await server.halt()
  now = new Date('2026-06-01T22:20:00Z')
  await schedule.runDue()
  expect(collected).toEqual(['missed'])
  await server.resume()
  await vi.waitUntil(async () => {
    await schedule.runDue()
    return collected.length === 2
  }, soon)
  expect(collected).toEqual(['missed', 'all'])
  await db.destroy()
})

test('a backup is restored over all existing data, which is backed up first', async () => {
  const db = openDatabase(url)
  await db.updateTable('fund').set({ name: 'Before the restore' }).where('symbol', '=', 'MSTY').execute()
  await db.destroy()
  const backups = join(folder, 'backups')
  const restore = (file: string) => runCommand(folder, 'restore.ts', [file], { DATABASE_URL: url })
  const nameOf = async () => {
    const opened = openDatabase(url)
    const fund = await opened
      .selectFrom('fund')
      .select('name')
      .where('symbol', '=', 'MSTY')
      .executeTakeFirst()
    await opened.destroy()
    return fund?.name
  }
  const other = databaseFileIn(await copySqlite('two-funds'))

  const inUse = openDatabase(url)
  await sql`select 1`.execute(inUse)
  expect(await restore(other)).toMatchObject({
    code: 1,
    printed:
      'Nothing was restored: the database of DATABASE_URL is in use (1 other connection): stop every process of Doubloon and disconnect all other clients.\n'
  })
  await inUse.destroy()

  const { code, printed } = await restore(other)
  expect([code, printed]).toEqual([0, expect.stringContaining('The database is now the one from')])
  expect(await nameOf()).toMatch(/^YieldMax/)
  const [copy = ''] = (await readdir(backups)).filter((name) => name.endsWith('.sqlite'))
  expect((await restore(join(backups, copy))).code).toBe(0)
  expect(await nameOf()).toBe('Before the restore')
  await rm(dirname(other), { recursive: true })
})
