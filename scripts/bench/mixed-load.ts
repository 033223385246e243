import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { readHistory, updateHistoryRecord } from '../../admin-api/contract/admin-history.ts'
import { createPost } from '../../admin-api/contract/blog.ts'
import { searchStock } from '../../admin-api/contract/stock.ts'
import { logIn } from '../../admin-api/testing/operator.ts'
import type { Figure } from './report.ts'

const minutes = 15
const requestsPerSecond = 55
/** The operator changes a payment, whose pages are rendered again, and writes a post. */
const saveEveryMs = 10_000

/** Measures memory of the service during a quarter of an hour of everything: pages, data, searches, feeds and changes. */
export async function measureMixedLoad(
  origin: string,
  symbols: readonly string[],
  readMegabytes: () => number
): Promise<Figure> {
  const headers = await logIn(origin)
  const endsAt = performance.now() + minutes * 60_000
  /** Number of answers by status, and of failed connections by code. */
  const outcomes = new Map<number | string, number>()
  const count = (outcome: number | string) => outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  let peak = 0
  let requests = 0
  const visit = async (i: number) => {
    const symbol = symbols[i % symbols.length] ?? ''
    const visitor = { 'x-forwarded-for': `10.1.${(i >> 8) & 255}.${i & 255}` }
    const { path, ...init } = requestOf(i, symbol)
    count((await send(origin + path, { ...init, headers: { ...init.headers, ...visitor } })).status)
  }
  const saving = saveUntil(endsAt, origin, headers)
  // Without this, a refused change would end the bench before its visitors do.
  saving.catch(() => undefined)
  while (performance.now() < endsAt) {
    requests += 1
    visit(requests).catch((error: NodeJS.ErrnoException) => count(error.code ?? error.message))
    if (requests % requestsPerSecond === 0) peak = Math.max(peak, readMegabytes())
    await setTimeout(1000 / requestsPerSecond)
  }
  const saves = await saving
  const failures = [...outcomes].filter(([outcome]) => typeof outcome === 'string' || outcome >= 500)
  return {
    what: `memory after ${minutes} minutes of mixed load`,
    measured: `${readMegabytes()} MB (at most ${peak}; ${requests} requests, ${saves} changes, ${failures.length === 0 ? 'no failure' : `failures: ${failures}`})`,
    budget: '400 MB'
  }
}

type Sent = { path: string; method?: string; body?: string; headers?: Record<string, string> }

/** Ten kinds of requests in turn. */
function requestOf(i: number, symbol: string): Sent {
  const page = `/${symbol.toLowerCase()}`
  const kinds: Sent[] = [
    { path: page, headers: { 'accept-encoding': 'br' } },
    { path: page, headers: { 'accept-encoding': 'gzip' } },
    { path: '/', headers: { 'accept-encoding': 'br' } },
    { path: `/data${page}.json`, headers: { 'accept-encoding': 'identity' } },
    { path: searchStock.path, method: 'POST', body: JSON.stringify({ symbol }), headers: json },
    { path: '/data/funds.csv', headers: { 'accept-encoding': 'gzip' } },
    { path: '/calendar.ics', headers: { 'accept-encoding': 'identity' } },
    { path: '/api/accuracy.csv', headers: { 'accept-encoding': 'gzip' } },
    { path: `/compare?f=${symbol},MSTY`, headers: { 'accept-encoding': 'gzip' } },
    { path: '/api/health' }
  ]
  return kinds[i % kinds.length] ?? { path: '/' }
}

const json = { 'content-type': 'application/json' }
/** Uses a connection of its own: one that the server closes while it is idle would count as a failure. */
async function send(
  url: string,
  { method = 'GET', headers, body }: Omit<Sent, 'path'>
): Promise<{ status: number; body: string }> {
  const sent = request(url, { method, headers, agent: false })
  sent.end(body)
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode ?? 0, body: await text(response) }
}

async function saveUntil(endsAt: number, origin: string, headers: Record<string, string>): Promise<number> {
  const call = async (method: string, path: string, body?: object): Promise<unknown> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await send(origin + path, { method, headers, ...sent })
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status}: ${answer.body}`)
    return JSON.parse(answer.body)
  }
  const [record] = readHistory.output.parse(await call('GET', `${readHistory.path}?ticker=MSTY&limit=1`)).data
  if (record === undefined) throw new Error('MSTY has no record')
  let saves = 0
  while (performance.now() < endsAt) {
    const { payment_date, ...rest } = record
    const actual_dividend = Number(((record.actual_dividend ?? 0) + (saves % 2) / 1000).toFixed(4))
    const change = { ...rest, payment_date, original_payment_date: payment_date, actual_dividend }
    await call('PUT', updateHistoryRecord.path, { ...change, confirm_unusual: true })
    const post = { title: `Post ${saves}`, excerpt: 'x', content: '<p>x</p>', published: true }
    await call('POST', createPost.path, post)
    saves += 1
    await setTimeout(saveEveryMs)
  }
  return saves
}
