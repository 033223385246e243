import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

const origin = 'https://doubloon.example'
const source = readFileSync(join(import.meta.dirname, '../public/sw.js'), 'utf8')

const noNetwork = 0

/** The worker with caches in memory, and a network that answers from `site` with 404 for anything else. */
function startWorker(site: Record<string, string | number>) {
  const stores = new Map<string, Map<string, Response>>()
  const openStore = (name: string) => {
    const store = stores.get(name) ?? new Map<string, Response>()
    stores.set(name, store)
    return {
      put: async (path: string, response: Response) => void store.set(path, response),
      match: async (path: string) => store.get(path)?.clone(),
      delete: async (path: string) => store.delete(path),
      keys: async () => [...store.keys()].map((path) => ({ url: origin + path }))
    }
  }
  const listeners = new Map<string, (event: object) => void>()
  const context = createContext({
    caches: {
      open: async (name: string) => openStore(name),
      match: async (path: string) =>
        [...stores.values()].flatMap((store) => store.get(path) ?? [])[0]?.clone()
    },
    fetch: async (request: string | { url: string }) => {
      const { pathname } = new URL(typeof request === 'string' ? request : request.url, origin)
      const answer = site[pathname] ?? 404
      if (answer === noNetwork) throw new TypeError('Failed to fetch')
      return typeof answer === 'number' ? new Response('failed', { status: answer }) : new Response(answer)
    },
    addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    location: new URL(origin),
    URL,
    Set,
    Promise,
    Error
  })
  runInContext(source, context)
  /** Opens a page. @returns its text, once everything is stored */
  return async (path: string): Promise<string> => {
    const work: Promise<unknown>[] = []
    let answer: Promise<Response> | undefined
    listeners.get('fetch')?.({
      request: { method: 'GET', url: origin + path, mode: 'navigate' },
      respondWith: (response: Promise<Response>) => {
        answer = response
      },
      waitUntil: (promise: Promise<unknown>) => void work.push(promise)
    })
    const text = await (await answer)?.text()
    await Promise.allSettled(work)
    return text ?? ''
  }
}

const pageOf = (build: number) => `page <script src="/_astro/page.${build}.js">`

test('a page of a server that is away is the stored one, and only a page without one shows the error', async () => {
  const site: Record<string, string | number> = { '/msty': pageOf(1), '/_astro/page.1.js': 'script 1' }
  const visit = startWorker(site)
  expect(await visit('/msty')).toBe(pageOf(1))
  for (const status of [502, 503, 504]) {
    site['/msty'] = status
    expect(await visit('/msty')).toBe(pageOf(1))
  }
  site['/tsly'] = 502
  expect(await visit('/tsly')).toBe('failed')
})

test('a page whose script failed replaces no complete one', async () => {
  const site: Record<string, string | number> = { '/msty': pageOf(1), '/_astro/page.1.js': 'script 1' }
  const visit = startWorker(site)
  await visit('/msty')
  site['/msty'] = pageOf(2)
  site['/_astro/page.2.js'] = 502
  expect(await visit('/msty')).toBe(pageOf(2))
  site['/msty'] = 503
  expect(await visit('/msty')).toBe(pageOf(1))
})

test('a page that is gone is not shown offline', async () => {
  const site: Record<string, string | number> = { '/msty': 'MSTY', '/offline': 'You are offline.' }
  const visit = startWorker(site)
  await visit('/msty')
  await visit('/offline')
  site['/msty'] = 404
  expect(await visit('/msty')).toBe('failed')
  site['/msty'] = noNetwork
  expect(await visit('/msty')).toBe('You are offline.')
})
