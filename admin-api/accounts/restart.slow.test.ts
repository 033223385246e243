import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findBundledProgram } from '../testing/bundled-programs.ts'
import { makePublishedFolder } from '../testing/real-server.ts'

let folder: string
let child: ChildProcess | null = null

beforeEach(async () => {
  folder = await makePublishedFolder()
  new SQLite(join(folder, 'doubloon.sqlite')).exec("delete from meta where key = 'admin-password'").close()
})
afterEach(async () => {
  await kill()
  await rm(folder, { recursive: true, force: true })
})

async function kill(): Promise<void> {
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGKILL')
  await ended
}

/** Returns the output of the server until it was ready or ended. */
async function start(environment: Record<string, string> = {}): Promise<{ printed: string; url: string }> {
  const { ADMIN_PASSWORD: _none, ...inherited } = process.env
  child = spawn(process.execPath, [await findBundledProgram('admin-api/server.ts')], {
    env: {
      ...inherited,
      PORT: '0',
      DATA_DIR: folder,
      BUILD_DIR: join(folder, 'dist'),
      SITE_DIR: join(folder, 'site'),
      LOG_LEVEL: 'error',
      ...environment
    },
    stdio: ['ignore', 'pipe', 'ignore']
  })
  let printed = ''
  for await (const chunk of child.stdout ?? []) {
    printed += chunk
    if (/ready at \S+\n/.test(printed)) break
  }
  return { printed, url: /ready at (\S+)/.exec(printed)?.[1] ?? '' }
}

async function logIn(url: string, password: string): Promise<{ status: number; cookie: string }> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password })
  })
  return { status: response.status, cookie: response.headers.getSetCookie()[0]?.split(';')[0] ?? '' }
}

async function readConnections(url: string, cookie: string): Promise<number> {
  return (await fetch(`${url}/api/admin/system/connections`, { headers: { cookie } })).status
}

test('a generated password is readable only until login; sessions survive a kill, but not a new password', async () => {
  const first = await start()
  const file = join(folder, 'admin-password')
  expect(first.printed).toContain(`Admin password: in ${file} until the first login\n`)
  const password = (await readFile(file, 'utf8')).trim()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(first.printed).not.toContain(password)
  expect((await logIn(first.url, 'not the password')).status).toBe(401)
  expect(existsSync(file)).toBe(true)
  const { status, cookie } = await logIn(first.url, password)
  expect([status, await readConnections(first.url, cookie)]).toEqual([200, 200])
  expect(existsSync(file)).toBe(false)
  await kill()

  const second = await start()
  expect(second.printed).not.toContain('Admin password')
  expect(await readConnections(second.url, cookie)).toBe(200)
  await kill()
  for (const name of ['doubloon.sqlite', 'doubloon.sqlite-wal']) {
    const bytes = await readFile(join(folder, name)).catch(() => Buffer.alloc(0))
    expect(bytes.includes(password)).toBe(false)
    expect(bytes.includes(cookie.split('=')[1] ?? '')).toBe(false)
  }

  const third = await start({ ADMIN_PASSWORD: 'pieces of nine' })
  expect(third.printed).not.toContain('pieces of nine')
  expect(await readConnections(third.url, cookie)).toBe(401)
  expect((await logIn(third.url, password)).status).toBe(401)
  expect((await logIn(third.url, 'pieces of nine')).status).toBe(200)
})

test('a start that fails because the port is taken generates no password, and the next one does', async () => {
  const neighbor = createServer().listen(0, '127.0.0.1')
  await once(neighbor, 'listening')
  const address = neighbor.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  // Errors are logged on the same stream: the pages of the fake build include no signed record to recover.
  const failed = await start({ PORT: String(port), LOG_LEVEL: 'silent' })
  neighbor.close()
  expect(failed.url).toBe('')
  expect(failed.printed).not.toMatch(/password/i)
  expect(existsSync(join(folder, 'admin-password'))).toBe(false)
  const { url } = await start()
  const password = (await readFile(join(folder, 'admin-password'), 'utf8')).trim()
  expect((await logIn(url, password)).status).toBe(200)
})
