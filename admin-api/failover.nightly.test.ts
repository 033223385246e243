import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { historyExportPath } from './contract/admin-history.ts'
import { databaseFileIn } from './platform/database/private-files.ts'
import { balanceLoad, type LoadBalancer } from './testing/balance-load.ts'
import { copyToPostgres } from './testing/database.ts'
import { logIn } from './testing/operator.ts'
import { type PostgresPair, startPostgresPair } from './testing/postgres-pair.ts'
import { makePublishedFolder, startInstance } from './testing/real-server.ts'
import type { RunningServer } from './testing/start-server.ts'
import { waitUntilPublished } from './testing/wait-until-published.ts'

const soon = { timeout: 120_000, interval: 250 }
const outageMs = 60_000

let folder: string
let url: string
let pair: PostgresPair
let instances: RunningServer[] = []
let balancer: LoadBalancer
let headers: Record<string, string>

beforeAll(async () => {
  folder = await makePublishedFolder()
  pair = await startPostgresPair()
  url = await copyToPostgres(pair.url, 'doubloon', databaseFileIn(folder))
  await rm(databaseFileIn(folder))
  instances = await Promise.all(['a', 'b'].map((name) => startInstance({ folder, url }, name)))
  for (const instance of instances) await waitUntilPublished(instance.url)
  balancer = await balanceLoad(instances.map((instance) => instance.url))
  headers = await logIn(balancer.url)
})
afterAll(async () => {
  await balancer?.stop()
  for (const instance of instances) await instance.stop('SIGKILL')
  await pair?.stop()
  await rm(folder, { recursive: true, force: true })
})

/** Creates a post. @returns its slug, or null if it was not acknowledged */
async function post(title: string): Promise<string | null> {
  const body = JSON.stringify({ title, excerpt: `${title}.`, content: `<p>${title}.</p>`, published: true })
  const response = await balancer.request('/api/blog/posts', { method: 'POST', body, headers })
  return response.status === 201 ? ((await response.json()) as { slug: string }).slug : null
}

async function isShown(slug: string): Promise<boolean> {
  const answers = await Promise.all(instances.map((instance) => fetch(`${instance.url}/blog/${slug}`)))
  return answers.every(({ status }) => status === 200)
}

type History = { data: { ticker: string; actual_dividend: number }[] }

async function readHistory(): Promise<History> {
  return (await (await balancer.request(historyExportPath, { headers })).json()) as History
}

function importHistory(history: History, through: string): Promise<Response> {
  return fetch(`${through}/api/admin/dividend-history/import`, {
    method: 'POST',
    body: JSON.stringify(history),
    headers
  })
}

async function isWorking(instance: RunningServer): Promise<boolean> {
  const answer = await fetch(`${instance.url}/api/ready`)
  return ((await answer.json()) as { background_work: string | null }).background_work === 'here'
}

test('an instance killed in a restore leaves nothing of it, and the other one restores', async () => {
  const before = await readHistory()
  const doubled = {
    ...before,
    data: before.data.map((record) => ({ ...record, actual_dividend: 2 * record.actual_dividend }))
  }
  const flags = await Promise.all(instances.map(isWorking))
  const killed = instances[flags.indexOf(true)]
  const other = instances[flags.indexOf(false)]
  if (killed === undefined || other === undefined) throw new Error('No instance has the background work.')
  // The restore has begun to write and waits for this lock, so that the kill always comes in its middle.
  const lock = new pg.Client({ connectionString: url })
  await lock.connect()
  await lock.query('begin')
  await lock.query('select * from payment for update')
  const cutOff = importHistory(doubled, killed.url).catch(() => null)
  const waits = 'select 1 from pg_locks where not granted'
  await vi.waitUntil(async () => (await lock.query(waits)).rowCount !== 0, soon)
  await killed.stop('SIGKILL')
  await lock.query('rollback')
  await lock.end()
  expect(await cutOff).toBeNull()

  instances = [other]
  await vi.waitUntil(() => isWorking(other), soon)
  expect((await readHistory()).data).toEqual(before.data)
  const slug = await post('After the restore')
  await vi.waitUntil(() => isShown(slug ?? ''), soon)
  expect((await importHistory(doubled, other.url)).status).toBe(200)
  expect((await readHistory()).data).toEqual(doubled.data)
  expect((await importHistory(before, other.url)).status).toBe(200)

  instances.push(await startInstance({ folder, url }, 'c'))
  await balancer.stop()
  balancer = await balanceLoad(instances.map((instance) => instance.url))
})

test('a database that stops for a minute loses nothing acknowledged, and pages stay', async () => {
  const slug = await post('Before the calm')
  expect(slug).not.toBeNull()
  await pair.halt()
  const stoppedAt = performance.now()
  const statuses = { page: new Set<number>(), call: new Set<number>() }
  while (performance.now() - stoppedAt < outageMs) {
    statuses.page.add((await balancer.request('/msty')).status)
    statuses.call.add((await balancer.request('/api/blog/posts')).status)
    await setTimeout(500)
  }
  expect(statuses).toEqual({ page: new Set([200]), call: new Set([503]) })
  await pair.resume()
  await vi.waitUntil(async () => (await balancer.request('/api/blog/posts')).status === 200, soon)
  await vi.waitUntil(() => isShown(slug ?? ''), soon)
  const after = await post('After the calm')
  await vi.waitUntil(() => isShown(after ?? ''), soon)
})

test('a failover to the copy loses nothing acknowledged, and both instances go on', async () => {
  const history = await readHistory()
  const acknowledged: string[] = []
  let isOver = false
  async function writeOn(): Promise<void> {
    for (let number = 1; !isOver; number += 1) {
      const slug = await post(`Log entry ${number}`)
      if (slug !== null) acknowledged.push(slug)
    }
  }
  const writing = writeOn()
  await vi.waitUntil(() => acknowledged.length > 3, soon)
  await pair.failOver()
  const whenOver = acknowledged.length
  await vi.waitUntil(() => acknowledged.length > whenOver + 3, soon)
  isOver = true
  await writing
  for (const slug of acknowledged) await vi.waitUntil(() => isShown(slug), soon)
  expect((await readHistory()).data).toEqual(history.data)
  await vi.waitUntil(
    async () => (await Promise.all(instances.map(isWorking))).filter(Boolean).length === 1,
    soon
  )
  expect((await balancer.request('/msty')).status).toBe(200)
})
