import { vi } from 'vitest'

type Call = { method: string; path: string; body: unknown }

export type FakeServer = {
  /** Sent requests, oldest first. */
  calls: Call[]
  /** Headers of each request. */
  headers: Headers[]
  /** Answers the next request that has no answer yet. A request without an answer fails as if offline. */
  answer: (status: number, body: unknown) => void
  /** Answers the next request once the returned function is called. */
  hold: (status: number, body: unknown) => () => void
  /** Answers every GET of a path; such requests are not among `calls`. */
  always: (path: string, body: unknown) => void
  /** Stops answering a path. */
  remove: (path: string) => void
}

/** Replaces the network until vi.unstubAllGlobals(). */
export function startFakeServer(): FakeServer {
  const calls: Call[] = []
  const headersOfCalls: Headers[] = []
  const standing = new Map<string, unknown>()
  const answers: (() => Promise<Response>)[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, headers }: RequestInit) => {
    if (method === 'GET' && standing.has(path)) return Response.json(standing.get(path))
    headersOfCalls.push(new Headers(headers))
    calls.push({ method, path, body: typeof body === 'string' ? JSON.parse(body) : null })
    const next = answers.shift()
    if (next === undefined) throw new TypeError('Failed to fetch')
    return next()
  })
  return {
    calls,
    headers: headersOfCalls,
    always: (path, body) => void standing.set(path, body),
    remove: (path) => void standing.delete(path),
    answer: (status, body) => {
      answers.push(async () => Response.json(body, { status }))
    },
    hold: (status, body) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      answers.push(() => promise.then(() => Response.json(body, { status })))
      return resolve
    }
  }
}
