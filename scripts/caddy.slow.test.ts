import { rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type CaddyServer, hasCaddy, startCaddy } from '../admin-api/testing/caddy-server.ts'
import type { PostgresServer } from '../admin-api/testing/postgres-server.ts'
import { publishOnPostgres, startInstance } from '../admin-api/testing/real-server.ts'
import type { RunningServer } from '../admin-api/testing/start-server.ts'
import { waitUntilPublished } from '../admin-api/testing/wait-until-published.ts'

const soon = { timeout: 60_000, interval: 100 }

let postgres: PostgresServer
let folder: string
let instances: RunningServer[] = []
let caddy: CaddyServer
let url: string

beforeAll(async () => {
  if (!hasCaddy) return
  const published = await publishOnPostgres()
  postgres = published.server
  folder = published.folder
  instances = await Promise.all(
    ['a', 'b', 'c'].map((name) => startInstance(published, name, { STOP_DELAY: '4' }))
  )
  for (const instance of instances) await waitUntilPublished(instance.url)

  caddy = await startCaddy(instances.map((instance) => instance.url))
  ;({ url } = caddy)
  await vi.waitUntil(() => read('/api/blog/posts').then((status) => status === 200), soon)
})
afterAll(async () => {
  if (!hasCaddy) return
  await caddy.stop()
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

/** With an instance out after each malformed request, these would take five minutes. */
const pagesReadMeanwhile = 1000

test.runIf(hasCaddy)('malformed requests of one visitor take no instance out for others', async () => {
  const { host, hostname, port } = new URL(url)
  const head = `POST /api/stock/search HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json`
  const flood = setInterval(() => {
    const socket = connect(Number(port), hostname)
    socket.write(`${head}\r\nTransfer-Encoding: chunked\r\n\r\nx\r\n`)
    socket.resume().on('error', () => undefined)
    socket.setTimeout(5000, () => socket.destroy())
  }, 50)
  const statuses = new Set<number>()
  for (let i = 0; i < pagesReadMeanwhile; i += 1) statuses.add(await read('/msty'))
  clearInterval(flood)
  expect([...statuses]).toEqual([200])
})

test.runIf(hasCaddy)('behind Caddy no page fails when an instance is killed', async () => {
  const killed = instances[2]?.stop('SIGKILL')
  // Longer than the interval of Caddy's checks.
  expect(await readWhile(Promise.all([killed, setTimeout(4000)]))).toEqual([200])
})

test.runIf(hasCaddy)('behind Caddy no request fails while an instance is stopped', async () => {
  const [first] = instances
  expect(await readWhile(first?.stop() ?? Promise.resolve())).toEqual([200])
  expect(first?.exitCode()).toBe(0)
})
