import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openDatabase } from './platform/database/open.ts'
import { balanceLoad, type LoadBalancer } from './testing/balance-load.ts'
import { logIn } from './testing/operator.ts'
import type { PostgresServer } from './testing/postgres-server.ts'
import { publishOnPostgres, startInstance } from './testing/real-server.ts'
import type { RunningServer } from './testing/start-server.ts'
import { waitUntilPublished } from './testing/wait-until-published.ts'

const soon = { timeout: 60_000, interval: 250 }
let folder: string
let server: PostgresServer
let url: string
let instances: RunningServer[] = []
let balancer: LoadBalancer
let headers: Record<string, string>

beforeAll(async () => {
  const published = await publishOnPostgres()
  ;({ server, url, folder } = published)
  instances = await Promise.all(['a', 'b', 'c'].map((name) => startInstance(published, name)))
  for (const instance of instances) await waitUntilPublished(instance.url)
  balancer = await balanceLoad(instances.map((instance) => instance.url))
  headers = await logIn(balancer.url)
})
afterAll(async () => {
  await balancer?.stop()
  for (const instance of instances) await instance.stop('SIGKILL')
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

let searched = 0

function search(): Promise<Response> {
  searched += 1
  return balancer.request('/api/stock/search', {
    method: 'POST',
    body: JSON.stringify({ symbol: searched % 2 === 0 ? 'MSTY' : 'QQQT' }),
    headers: { 'content-type': 'application/json' }
  })
}

/** Creates a post. @returns its slug, or null if it was not acknowledged */
async function post(title: string): Promise<string | null> {
  const body = JSON.stringify({ title, excerpt: `${title}.`, content: `<p>${title}.</p>`, published: true })
  const response = await balancer.request('/api/blog/posts', { method: 'POST', body, headers })
  if (response.status !== 201) return null
  const { slug } = (await response.json()) as { slug: string }
  return slug
}

async function readStates(running: RunningServer[]) {
  return Promise.all(running.map(async ({ url }) => (await fetch(`${url}/api/ready`)).json()))
}

async function countSearches(): Promise<number> {
  const db = openDatabase(url)
  const { searches } = await db
    .selectFrom('search_count')
    .select((eb) => eb.fn.sum<number>('searches').as('searches'))
    .executeTakeFirstOrThrow()
  await db.destroy()
  return searches ?? 0
}

test('data written through one instance is read on all, and a login on one is valid on all', async () => {
  const slug = await post('Fair winds')
  for (const instance of instances)
    await vi.waitUntil(async () => (await fetch(`${instance.url}/blog/${slug}`)).status === 200, soon)
  const states = await readStates(instances)
  expect(states.filter((state) => state.background_work === 'here')).toHaveLength(1)
  expect(states.filter((state) => state.background_work === 'elsewhere')).toHaveLength(instances.length - 1)
  for (const instance of instances)
    expect((await fetch(`${instance.url}/api/admin/system/connections`, { headers })).status).toBe(200)
})

test('an outage of PostgreSQL under 100 searches a second: every page is served, nothing acknowledged is lost', async () => {
  const before = await countSearches()
  let isOver = false
  const pages: number[] = []
  const answers = new Map<number, number>()
  const acknowledged: string[] = []
  const searches: Promise<void>[] = []

  async function searchOn(): Promise<void> {
    for (; !isOver; await setTimeout(10))
      searches.push(search().then(({ status }) => void answers.set(status, (answers.get(status) ?? 0) + 1)))
  }
  async function readOn(): Promise<void> {
    for (; !isOver; await setTimeout(50)) pages.push((await balancer.request('/msty')).status)
  }
  async function writeOn(): Promise<void> {
    for (let number = 1; !isOver; number += 1, await setTimeout(200)) {
      const slug = await post(`Entry ${number}`)
      if (slug !== null) acknowledged.push(slug)
    }
  }
  const work = [searchOn(), readOn(), writeOn()]
  await vi.waitUntil(() => (answers.get(200) ?? 0) > 50 && acknowledged.length > 0, soon)
  await server.halt()
  const pagesBefore = pages.length
  await vi.waitUntil(() => (answers.get(503) ?? 0) > 50 && pages.length > pagesBefore + 20, soon)
  await server.resume()
  await vi.waitUntil(async () => (await balancer.request('/api/blog/posts')).status === 200, soon)
  const whenBack = acknowledged.length
  await vi.waitUntil(() => acknowledged.length > whenBack + 2, soon)
  isOver = true
  await Promise.all([...work, ...searches])

  expect(new Set(pages)).toEqual(new Set([200]))
  expect([...answers.keys()].sort()).toEqual([200, 503])
  // Searches wait in memory until they can be counted.
  await vi.waitUntil(async () => (await countSearches()) - before === answers.get(200), soon)
  for (const slug of acknowledged)
    await vi.waitUntil(async () => (await balancer.request(`/blog/${slug}`)).status === 200, soon)
})

test('a killed instance loses no data, and another one continues its background work', async () => {
  const states = await readStates(instances)
  const holder = states.findIndex((state) => state.background_work === 'here')
  const slug = await post('Before the storm')
  await instances[holder]?.stop('SIGKILL')
  const others = instances.filter((_, i) => i !== holder)
  for (const instance of others)
    await vi.waitUntil(async () => (await fetch(`${instance.url}/blog/${slug}`)).status === 200, soon)
  expect((await balancer.request('/msty')).status).toBe(200)
  expect(await post('After the storm')).not.toBeNull()
  await vi.waitUntil(async () => {
    const left = await readStates(others)
    return left.some((state) => state.background_work === 'here')
  }, soon)
  instances = others
})
