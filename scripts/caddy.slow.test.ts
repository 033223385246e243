import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort, type PostgresServer } from '../admin-api/testing/postgres-server.ts'
import { publishOnPostgres, startInstance } from '../admin-api/testing/real-server.ts'
import type { RunningServer } from '../admin-api/testing/start-server.ts'
import { waitUntilPublished } from '../admin-api/testing/wait-until-published.ts'

const hasCaddy = spawnSync('caddy', ['version']).status === 0
const soon = { timeout: 60_000, interval: 100 }

let postgres: PostgresServer
let folder: string
let instances: RunningServer[] = []
let caddy: ChildProcess
let url: string

beforeAll(async () => {
  if (!hasCaddy) return
  const published = await publishOnPostgres()
  postgres = published.server
  folder = published.folder
  instances = await Promise.all(['a', 'b'].map((name) => startInstance(published, name, { STOP_DELAY: '4' })))
  for (const instance of instances) await waitUntilPublished(instance.url)

  url = `http://127.0.0.1:${await findFreePort()}`
  // The unchanged Caddyfile, but without Caddy's admin port, which may be in use.
  const config = join(folder, 'Caddyfile')
  await writeFile(config, `{\n\tadmin off\n}\n${await readFile('deploy/Caddyfile', 'utf8')}`)
  const addresses = instances.map((instance) => new URL(instance.url).host).join(' ')
  const env = { ...process.env, HOME: folder, SITE_URL: url, NODES: addresses }
  caddy = spawn('caddy', ['run', '--config', config, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  await vi.waitUntil(() => read('/api/blog/posts').then((status) => status === 200), soon)
})
afterAll(async () => {
  if (!hasCaddy) return
  const ended = once(caddy, 'exit')
  caddy.kill('SIGKILL')
  await ended
  for (const instance of instances) await instance.stop('SIGKILL')
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

async function read(path: string): Promise<number> {
  return fetch(url + path).then(
    ({ status }) => status,
    () => 0
  )
}

/** Requests pages from four visitors until the work is done. @returns the distinct statuses */
async function readWhile(work: Promise<unknown>): Promise<number[]> {
  const statuses = new Set<number>()
  let isDone = false
  async function visit(): Promise<void> {
    while (!isDone) for (const path of ['/', '/msty', '/blog']) statuses.add(await read(path))
  }
  const visitors = [visit(), visit(), visit(), visit()]
  await work.finally(() => {
    isDone = true
  })
  await Promise.all(visitors)
  return [...statuses]
}

test.runIf(hasCaddy)('behind Caddy every page is served while PostgreSQL is down', async () => {
  await postgres.halt()
  // Once Caddy has noticed, it answers calls itself.
  const isNoticed = vi.waitUntil(async () => {
    const response = await fetch(`${url}/api/blog/posts`)
    return response.status === 503 && (await response.text()).startsWith('Doubloon is away')
  }, soon)
  expect(await readWhile(isNoticed)).toEqual([200])
  await postgres.resume()
  await vi.waitUntil(() => read('/api/blog/posts').then((status) => status === 200), soon)
})

test.runIf(hasCaddy)('behind Caddy no request fails while an instance is stopped', async () => {
  const [first] = instances
  expect(await readWhile(first?.stop() ?? Promise.resolve())).toEqual([200])
  expect(first?.exitCode()).toBe(0)
})
