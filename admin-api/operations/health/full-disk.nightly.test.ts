import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, readdirSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { logIn, operatorPassword } from '../../testing/operator.ts'
import { copyFolder, makePublishedFolder, startIn } from '../../testing/real-server.ts'
import type { RunningServer } from '../../testing/start-server.ts'

/** Long enough for a busy machine. */
const soon = { timeout: 60_000, interval: 500 }
const isRoot = process.getuid?.() === 0

let published: string
let folder: string
/** Separate disk for the database, which only root may mount. */
let disk: string
let server: RunningServer | null

beforeAll(async () => {
  published = await makePublishedFolder()
})
afterAll(() => rm(published, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await copyFolder(published)
  disk = join(folder, 'disk')
  server = null
  if (!isRoot) return
  await mkdir(disk)
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=48m,mode=755', 'tmpfs', disk])
  await copyFile(join(folder, 'doubloon.sqlite'), join(disk, 'doubloon.sqlite'))
})
afterEach(async () => {
  await server?.stop('SIGKILL')
  if (isRoot) execFileSync('umount', [disk])
  await rm(folder, { recursive: true, force: true })
})

async function savePost(url: string, headers: Record<string, string>) {
  const content = `<p>${'Fair winds and following seas. '.repeat(16_000)}</p>`
  const response = await fetch(`${url}/api/blog/posts`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ title: 'A long post', excerpt: 'Long.', content, published: false })
  })
  return { status: response.status, body: (await response.json()) as { message?: string } }
}

async function readHealth(url: string) {
  const response = await fetch(`${url}/api/health`)
  return {
    httpStatus: response.status,
    ...((await response.json()) as { status: string; reasons: string[] })
  }
}

/** Fills the disk to the last byte. */
function fillDisk(): void {
  for (const size of [1 << 20, 4096, 1]) {
    try {
      for (;;) appendFileSync(join(disk, 'ballast'), Buffer.alloc(size))
    } catch (error) {
      expect(error).toMatchObject({ code: 'ENOSPC' })
    }
  }
}

test.runIf(isRoot)(
  'a full disk degrades the service, rejects a post with the cause, and recovers by itself',
  async () => {
    server = await startIn(folder, { DATA_DIR: disk })
    const headers = await logIn(server.url)
    await expect
      .poll(() => readHealth(server?.url ?? ''), soon)
      .toMatchObject({ httpStatus: 200, status: 'ok', reasons: [] })

    fillDisk()
    // The database's log may have room for some posts.
    let answer = await savePost(server.url, headers)
    for (let attempts = 0; answer.status === 201 && attempts < 30; attempts += 1)
      answer = await savePost(server.url, headers)
    expect(answer).toEqual({
      status: 507,
      body: { message: 'Nothing was saved: the disk of the server is full. Free some space, then try again.' }
    })
    await vi.waitUntil(() => server?.complaints().includes('SQLITE_FULL'), soon)
    expect(server.complaints()).not.toContain('cannot rollback')

    // The write probe runs every five seconds.
    await expect
      .poll(() => readHealth(server?.url ?? ''), soon)
      .toMatchObject({
        httpStatus: 200,
        reasons: [
          'The database can be read, but nothing can be saved: the disk is full.',
          expect.stringMatching(/^The disk of DATA_DIR \(.*\) has 0 % left, 0 MB\./)
        ]
      })
    // Existing pages are still served.
    expect((await fetch(`${server.url}/msty`)).status).toBe(200)

    // Also after a kill and a restart.
    await server.stop('SIGKILL')
    server = await startIn(folder, { DATA_DIR: disk })
    expect(await readHealth(server.url)).toMatchObject({ httpStatus: 200, status: 'degraded' })

    await rm(join(disk, 'ballast'))
    await vi.waitUntil(async () => (await readHealth(server?.url ?? '')).status === 'ok', soon)
    expect((await savePost(server.url, headers)).status).toBe(201)
    expect(readdirSync(disk).filter((name) => name.includes('probe'))).toEqual([])

    // A limit of file sizes is another cause with the same effect.
    execFileSync('prlimit', ['--pid', String(server.pid), '--fsize=4096'])
    expect(await savePost(server.url, headers)).toEqual({
      status: 507,
      body: { message: expect.stringMatching(/^Nothing was saved: a file of the server cannot be written/) }
    })
  }
)

test.runIf(isRoot)(
  'after a clean stop, the next start on a full disk serves what is there, read-only',
  async () => {
    server = await startIn(folder, { DATA_DIR: disk })
    await server.stop('SIGTERM')
    server = null
    // As on the next day, whose pages can't be queued.
    const sqlite = new SQLite(join(disk, 'doubloon.sqlite'))
    sqlite.exec("delete from meta where key = 'pages-drawn-for'")
    sqlite.close()
    fillDisk()
    server = await startIn(folder, { DATA_DIR: disk })
    expect(await readHealth(server.url)).toMatchObject({
      httpStatus: 200,
      status: 'degraded',
      reasons: expect.arrayContaining([
        'The database can be read, but nothing can be saved: it is read-only. Make its file and folder writable, with room on the disk, then restart the service.',
        expect.stringMatching(/^The disk of DATA_DIR \(.*\) has 0 % left, 0 MB\./)
      ])
    })
    expect((await fetch(`${server.url}/msty`)).status).toBe(200)
    const search = await fetch(`${server.url}/api/stock/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ symbol: 'MSTY' })
    })
    expect(search.status).toBe(200)
    await rm(join(disk, 'ballast'))
    await server.stop('SIGTERM')
    server = await startIn(folder, { DATA_DIR: disk })
    expect(await readHealth(server.url)).toMatchObject({ httpStatus: 200 })
  }
)

test.runIf(isRoot)(
  'a start that needs room on a full disk says that it is full, and what to do',
  async () => {
    fillDisk()
    const advice =
      "Doubloon can't start: the disk is full. Free some space on the disks of DATA_DIR, SITE_DIR and BACKUP_DIR, then start again."
    // A first start, and one whose pages were moved to this disk.
    const site = { SITE_DIR: join(disk, 'site') }
    for (const place of [site, { ...site, DATA_DIR: join(disk, 'data') }])
      await expect(startIn(folder, place)).rejects.toThrow(advice)
  }
)

test.runIf(isRoot)('a read-only database file degrades the service and rejects a login', async () => {
  const nobody = 65_534
  execFileSync('chmod', ['777', disk])
  execFileSync('chmod', ['444', join(disk, 'doubloon.sqlite')])
  for (const path of [folder, join(folder, 'site')]) execFileSync('chmod', ['-R', 'a+rX', path])

  server = await startIn(folder, { DATA_DIR: disk }, { uid: nobody, gid: nobody })
  const health = await readHealth(server.url)
  expect(health).toMatchObject({
    httpStatus: 200,
    status: 'degraded',
    // On a busy machine the renderer may take long to answer, too.
    reasons: expect.arrayContaining([
      'The database can be read, but nothing can be saved: it is read-only. Make its file and folder writable, with room on the disk, then restart the service.'
    ])
  })
  const doctor = spawnSync(process.execPath, ['scripts/doctor.ts'], {
    uid: nobody,
    gid: nobody,
    env: { ...process.env, DATA_DIR: disk, SITE_DIR: join(folder, 'site'), MARKET_DATA: 'embedded' },
    encoding: 'utf8'
  })
  expect(doctor.stdout).toContain(`${join(disk, 'doubloon.sqlite')} is read-only for this user`)
  expect(doctor.status).toBe(1)
  // A login writes a session.
  const response = await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: operatorPassword })
  })
  expect([response.status, await response.json()]).toEqual([
    507,
    {
      message:
        'Nothing was saved: the database is read-only. Make its file and folder writable, then try again.'
    }
  ])
})
