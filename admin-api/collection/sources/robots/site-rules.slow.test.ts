// Shows the same on any database.
import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../testing/database.ts'
import { forEachTest } from '../../../testing/fixtures.ts'
import { type Reply, startYahoo } from '../../../testing/yahoo-server.ts'
import { createTextReader } from '../rate-limited-fetch.ts'
import { createPoliteFetch } from './site-rules.ts'

const site = 'https://source.example'
const page = `${site}/news/list`
const hourMs = 3_600_000

let now: number
let robots: Reply
let pauses: number[]
const database = forEachTest(() => openTestDatabase('tables'))
const server = forEachTest(() => {
  now = Date.parse('2026-06-02T12:00:00Z')
  pauses = []
  return startYahoo(({ url }) => (url === '/robots.txt' ? robots : { headers: html, body: '<p>A page</p>' }))
})

const html = { 'content-type': 'text/html' }
const text = (body: string): Reply => ({ headers: { 'content-type': 'text/plain' }, body })

/** Reads the page as the sources do. @returns its text, or the sentence for the operator */
function read(url = page): Promise<string> {
  const clock = () => new Date(now)
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds)
    now += milliseconds
  }
  const fetch = createPoliteFetch(
    { db: database.db, clock, sleep, contact: 'Doubloon (https://doubloon.example)', timeoutMs: 1000 },
    server.fetch
  )
  const reader = createTextReader('A source', 'Doubloon', { fetch, clock, sleep })
  return reader(url, 'text/html').catch((error: Error) => error.message)
}

test('what a robots.txt forbids is not requested, and the file is read once a day', async () => {
  robots = text('User-agent: *\nDisallow: /news/')
  expect(await read()).toBe('A source: the site forbids /news/list in its robots.txt.')
  expect(await read(`${site}/other`)).toContain('A page')
  expect(server.asked).toEqual(['/robots.txt', '/other'])
  robots = text('')
  now += 23 * hourMs
  expect(await read()).toContain('forbids')
  now += 2 * hourMs
  expect(await read()).toContain('A page')
  expect(server.asked).toEqual(['/robots.txt', '/other', '/robots.txt', '/news/list'])
})

test.each([
  ['404', 404, true],
  ['403', 403, true],
  ['HTML instead of text', { headers: html, body: '<html><p>Disallow: /</p></html>' }, true],
  ['a redirect to the same site', { status: 301, headers: { location: '/rules.txt' }, body: '' }, true],
  ['500', 500, false],
  ['503', 503, false],
  ['429', 429, false],
  ['no response', null, false],
  ['a redirect elsewhere', { status: 302, headers: { location: 'https://else.example/' }, body: '' }, false]
] as const)('without rules, %s: pages are read: %s', async (_, reply, isRead) => {
  robots = reply as Reply
  const answer = await read()
  if (isRead) expect(answer).toContain('A page')
  else expect(answer).toBe('A source: the site does not show its robots.txt, so nothing is requested.')
})

test('while the file fails, the last readable one stays in force, and it is requested again after an hour', async () => {
  robots = text('User-agent: doubloon\nDisallow: /news/')
  expect(await read()).toContain('forbids')
  robots = 503
  now += 25 * hourMs
  expect(await read()).toContain('forbids')
  expect(await read(`${site}/other`)).toContain('A page')
  expect(server.asked.filter((path) => path === '/robots.txt')).toHaveLength(2)
  robots = text('')
  now += 1.1 * hourMs
  expect(await read()).toContain('A page')
})

test('requests keep the pause of Crawl-delay, and a site that asks for more than five minutes is not read', async () => {
  robots = text('User-agent: *\nCrawl-delay: 20')
  const clock = () => new Date(now)
  const sleep = async (milliseconds: number) => {
    pauses.push(milliseconds)
    now += milliseconds
  }
  const parts = { db: database.db, clock, sleep, contact: 'Doubloon', timeoutMs: 1000 }
  const fetch = createPoliteFetch(parts, server.fetch)
  for (const path of ['/a', '/b']) await fetch(site + path)
  expect(pauses).toEqual([20_000])
  robots = text('User-agent: *\nCrawl-delay: 301')
  now += 25 * hourMs
  expect(await read()).toMatch(/asks for 301 seconds between requests/)
})
