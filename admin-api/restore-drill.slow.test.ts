// Takes long on PostgreSQL, where it runs at night.
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { imageUpload } from './contract/blog.ts'
import { adminMarker } from './contract/headers.ts'
import { openService } from './open-service.ts'
import { listBackups } from './platform/database/backups/backup-files.ts'
import { restoreDatabase } from './platform/database/backups/restore-database.ts'
import { restorePostgres } from './platform/database/backups/restore-postgres.ts'
import { removeWithCompanions } from './platform/database/private-files.ts'
import { closeServer, listen } from './platform/http/listen.ts'
import { isOnPostgres, openTestDatabase, seededAt } from './testing/database.ts'
import { makeBuild } from './testing/fake-build.ts'
import { forEachTest } from './testing/fixtures.ts'
import { mayFacts } from './testing/may-facts.ts'

const password = 'pieces of eight, all of them'
const database = forEachTest(() => openTestDatabase(['MSTY', 'QQQT']))
/** Outside DATA_DIR, so that it survives the loss of the machine. */
let backupDir: string

beforeEach(async () => {
  backupDir = await mkdtemp(join(tmpdir(), 'doubloon-backups-'))
  await database.db.destroy()
  await makeBuild(join(database.folder, 'dist'), 'first')
})
afterEach(() => rm(backupDir, { recursive: true, force: true }))

type Running = { url: string; site: string; headers: Record<string, string> }

/** Runs `work` on a service with its own SITE_DIR and a logged-in operator. */
async function serve(site: string, work: (running: Running) => Promise<void>): Promise<void> {
  const environment = {
    ...database.environment,
    BACKUP_DIR: backupDir,
    BUILD_DIR: join(database.folder, 'dist'),
    SITE_DIR: join(database.folder, site),
    ADMIN_PASSWORD: password,
    LOG_LEVEL: 'silent'
  }
  const service = await openService(environment, { clock: () => seededAt, facts: mayFacts })
  const { server, url } = await listen(service.app, { host: '127.0.0.1', port: 0, maxConnections: 10 })
  try {
    await service.ensurePassword()
    const headers = { 'content-type': 'application/json', [adminMarker.name]: adminMarker.value }
    const body = JSON.stringify({ password })
    const { headers: given } = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body })
    const cookie = given.getSetCookie()[0]?.split(';')[0] ?? ''
    await work({ url, site: environment.SITE_DIR, headers: { ...headers, cookie } })
  } finally {
    await closeServer(server)
    await service.close()
  }
}

const post = async ({ url, headers }: Running, path: string, body: unknown) =>
  (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()

/** Reads what visitors and the operator see: figures, payments, record, posts, pictures and the log. */
async function readAll(running: Running, picture: string): Promise<unknown[]> {
  const get = async (path: string) => {
    const response = await fetch(running.url + path, { headers: running.headers })
    expect([path, response.status]).toEqual([path, 200])
    return Buffer.from(await response.arrayBuffer()).toString('base64')
  }
  return [
    await post(running, '/api/stock/search', { symbol: 'MSTY' }),
    await post(running, '/api/stock/dividend-history', { symbol: 'MSTY' }),
    await get('/api/accuracy.csv'),
    await get('/api/blog/posts'),
    await get('/api/blog/posts/kept'),
    await get(picture),
    await get('/api/admin/logs?category=MANUAL_ENTRY')
  ]
}

/** Simulates a lost disk; on PostgreSQL drops all tables. */
async function destroyDatabase(): Promise<void> {
  if (!isOnPostgres) return removeWithCompanions(database.location)
  const db = database.connect()
  await sql`drop schema public cascade`.execute(db)
  await sql`create schema public`.execute(db)
  await db.destroy()
}

test('after a lost database, a restore brings back all data, and pages are rendered', async () => {
  let before: unknown[] = []
  let picture = ''
  await serve('site', async (running) => {
    const bytes = await sharp({ create: { width: 4, height: 4, channels: 3, background: '#b8860b' } })
      .png()
      .toBuffer()
    const uploaded = await fetch(running.url + imageUpload.path, {
      method: 'POST',
      headers: { ...running.headers, 'content-type': 'image/png' },
      body: new Uint8Array(bytes)
    })
    picture = (await uploaded.json()).url
    const content = `<p>Fair winds.</p><figure><img src="${picture}" alt="Gold"></figure>`
    await post(running, '/api/blog/posts', { title: 'Kept', excerpt: 'A post.', content, published: true })
    before = await readAll(running, picture)
    const { message } = await post(running, '/api/admin/system/backups', {})
    const [copy] = listBackups(backupDir)
    expect(message).toMatch(new RegExp(`^${copy?.name}: \\d+\\.\\d MB, \\d+ rows\\.$`))
  })

  await destroyDatabase()
  const [copy] = listBackups(backupDir)
  const from = join(backupDir, copy?.name ?? '')
  const folders = { dataDir: database.folder, backupDir }
  const aside = await (isOnPostgres
    ? restorePostgres(from, database.location, folders, seededAt)
    : restoreDatabase(from, folders, seededAt))
  expect(aside).toBe(null)

  await serve('another site', async (running) => {
    expect(await readAll(running, picture)).toEqual(before)
    // Requested pages are rendered first.
    for (const [path, content] of [
      ['/msty', '"path":"/msty"'],
      ['/blog/kept', 'Fair winds.']
    ] as const) {
      expect(await (await fetch(running.url + path)).text()).toContain(content)
      expect(await readFile(join(running.site, `${path}.html`), 'utf8')).toContain(content)
    }
  })
})
