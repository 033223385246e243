// Kills the real service with SIGKILL at random moments while it saves, and checks that everything it acknowledged is there.
// When: by hand, `node scripts/kill-often.ts`, after every change to writing, the database or a start; two to five minutes.
import { createECDH, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { randomNumbers } from '../admin-api/numbers/statistics.ts'
import { logIn, operatorPassword } from '../admin-api/testing/operator.ts'
import { startServer } from '../admin-api/testing/start-server.ts'
import { number, readOptions } from './command.ts'

const { rounds = 30, seed = 1 } = readOptions({
  rounds: number('how often it is killed; 30 by default'),
  seed: number('seed of the moments; 1 by default')
})
const random = randomNumbers(seed)
/** From a start until it is killed. */
const longestRunMs = 2500

/** An answer, while a kill ends a call without one. */
class Refused extends Error {}

const folder = await mkdtemp(join(tmpdir(), 'doubloon-kills-'))
const environment = { DATA_DIR: folder, SITE_DIR: join(folder, 'site'), ADMIN_PASSWORD: operatorPassword }
const posts = new Set<string>()
const subscriptions: { endpoint: string; auth: string }[] = []
/** Statements that were acknowledged last, and one whose answer was cut off. */
let [stated, pending] = ['', '']
const lost: string[] = []

let server = await startServer(environment)
const headers = await logIn(server.url)
for (let round = 1; round <= rounds; round += 1) {
  const writing = Promise.allSettled([
    writePosts(round),
    writeStatements(round),
    subscribe(round),
    send('POST', '/api/admin/collect-all/weekly-etfs', {})
  ])
  await setTimeout(random() * longestRunMs)
  await server.stop('SIGKILL')
  for (const outcome of await writing)
    if (outcome.status === 'rejected' && outcome.reason instanceof Refused)
      console.error(outcome.reason.message)
  server = await startServer(environment)
  await check(round)
  console.log(
    `${round} of ${rounds}: ${posts.size} posts, ${subscriptions.length} subscriptions, statement ${stated || 'none'}`
  )
}
await server.stop()
await rm(folder, { recursive: true })
for (const line of lost) console.error(`LOST ${line}`)
console.log(
  `${rounds} kills, ${posts.size} posts and ${subscriptions.length} subscriptions acknowledged, ${lost.length} lost`
)
process.exitCode = lost.length > 0 ? 1 : 0

async function send(method: string, path: string, body: object): Promise<Response> {
  const response = await fetch(server.url + path, { method, headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Refused(`${path} answered ${response.status}: ${await response.text()}`)
  return response
}

/** Until the server is gone. */
async function writePosts(round: number): Promise<void> {
  for (let i = 1; ; i += 1) {
    const slug = `post-${round}-${i}`
    const post = { title: slug, slug, excerpt: 'Kept.', content: '<p>Kept.</p>', published: true }
    await send('POST', '/api/blog/posts', post)
    posts.add(slug)
  }
}

async function writeStatements(round: number): Promise<void> {
  for (let i = 1; ; i += 1) {
    pending = `${round}-${i}`
    await send('PUT', '/api/admin/system/operator', { name: pending, place: '', holdings: '', funding: '' })
    stated = pending
  }
}

async function subscribe(round: number): Promise<void> {
  const identity = {
    endpoint: `https://fcm.googleapis.com/fcm/send/${round}`,
    auth: randomBytes(16).toString('base64url')
  }
  const p256dh = createECDH('prime256v1').generateKeys('base64url')
  await send('POST', '/api/notifications/subscribe', {
    ...identity,
    p256dh,
    funds: ['MSTY'],
    declared: true,
    own_by: true
  })
  subscriptions.push(identity)
}

async function check(round: number): Promise<void> {
  for (const slug of posts) {
    const { status } = await fetch(`${server.url}/api/blog/posts/${slug}`, { headers })
    if (status !== 200) lost.push(`${slug} after kill ${round}: ${status}`)
  }
  for (const { endpoint, auth } of subscriptions) {
    const answer = await send('POST', '/api/notifications/read', { endpoint, auth })
    const { subscription } = (await answer.json()) as { subscription: object | null }
    if (subscription === null) lost.push(`${endpoint} after kill ${round}`)
  }
  const answer = await fetch(`${server.url}/api/admin/system/operator`, { headers })
  const { name } = (await answer.json()) as { name: string }
  if (name !== stated && name !== pending) lost.push(`statement ${stated} after kill ${round}: ${name}`)
  stated = name
}
