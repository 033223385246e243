import { createECDH, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { randomNumbers } from './numbers/statistics.ts'
import { logIn } from './testing/operator.ts'
import { makePublishedFolder, startIn } from './testing/real-server.ts'
import type { RunningServer } from './testing/start-server.ts'

/** KILLS=30 after a change to writing, the database or a start. */
const kills = Number(process.env['KILLS'] ?? 3)
const random = randomNumbers(1)
/** From a start until the kill. */
const longestRunMs = 2500

/** An answer that refuses a call; a kill ends calls without one. */
class Refused extends Error {}

let folder: string
let server: RunningServer
let headers: Record<string, string>

beforeEach(async () => {
  folder = await makePublishedFolder()
  server = await startIn(folder)
  headers = await logIn(server.url)
})
afterEach(async () => {
  await server.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

const slugs: string[] = []
const subscriptions: { endpoint: string; auth: string }[] = []
/** The statement that was acknowledged last, and one whose answer may have been cut off. */
const statement = { acknowledged: '', sent: '' }

test('everything that was acknowledged is there after kills at random moments', {
  timeout: 600_000
}, async () => {
  for (let kill = 1; kill <= kills; kill += 1) {
    const savedBefore = slugs.length
    const writing = Promise.allSettled([writePosts(kill), writeStatements(kill), subscribe(kill), collect()])
    await expect.poll(() => slugs.length).toBeGreaterThan(savedBefore)
    await setTimeout(random() * longestRunMs)
    await server.stop('SIGKILL')
    const failures = (await writing).flatMap((outcome) =>
      outcome.status === 'rejected' && outcome.reason instanceof Refused ? [outcome.reason.message] : []
    )
    expect(failures).toEqual([])
    server = await startIn(folder)
    await expectAcknowledgedWrites()
  }
})

async function send(method: string, path: string, body: object): Promise<Response> {
  const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Refused(`${path} answered ${response.status}: ${await response.text()}`)
  return response
}

/** Creates posts until the server is gone. */
async function writePosts(kill: number): Promise<never> {
  for (let i = 1; ; i += 1) {
    const slug = `post-${kill}-${i}`
    const post = { title: slug, slug, excerpt: 'Kept.', content: '<p>Kept.</p>', published: true }
    await send('POST', '/api/blog/posts', post)
    slugs.push(slug)
  }
}

/** Saves operator statements until the server is gone. */
async function writeStatements(kill: number): Promise<never> {
  for (let i = 1; ; i += 1) {
    const name = `${kill}-${i}`
    statement.sent = name
    await send('PUT', '/api/admin/system/operator', { name, place: '', holdings: '', funding: '' })
    statement.acknowledged = name
  }
}

/** Collects until the server is gone; the lease of one that was killed before lasts for half a minute. */
async function collect(): Promise<void> {
  const path = '/api/admin/collect-all/weekly-etfs'
  await send('POST', path, {}).catch((error: Error) => {
    if (!error.message.startsWith(`${path} answered 409`)) throw error
  })
}

async function subscribe(kill: number): Promise<void> {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${kill}`
  const auth = randomBytes(16).toString('base64url')
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  const wishes = { funds: ['MSTY'], declared: true, own_by: true }
  await send('POST', '/api/notifications/subscribe', { endpoint, auth, p256dh, ...wishes })
  subscriptions.push({ endpoint, auth })
}

async function expectAcknowledgedWrites(): Promise<void> {
  for (const slug of slugs) {
    const { status } = await fetch(`${server.url}/api/blog/posts/${slug}`, { headers })
    expect(status, slug).toBe(200)
  }
  for (const { endpoint, auth } of subscriptions) {
    const answer = await send('POST', '/api/notifications/read', { endpoint, auth })
    expect(await answer.json(), endpoint).toMatchObject({ subscription: { funds: ['MSTY'] } })
  }
  const answer = await fetch(`${server.url}/api/admin/system/operator`, { headers })
  const { name } = (await answer.json()) as { name: string }
  expect([statement.acknowledged, statement.sent]).toContain(name)
  statement.acknowledged = name
}
