import { vi } from 'vitest'

type Call = { method: string; path: string; body: unknown }

export type FakeServer = {
  /** What was sent, oldest first. */
  calls: Call[]
  /** The headers of each of them. */
  headers: Headers[]
  /** The answer to the next call that has none yet. Without one, a call finds no connection. */
  answer: (status: number, body: unknown) => void
  /** The same, but only when the returned function is called. */
  hold: (status: number, body: unknown) => () => void
  /** What a path answers whenever it is read; such calls are not among `calls`. */
  always: (path: string, body: unknown) => void
}

/** Takes the place of the network until vi.unstubAllGlobals(). */
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
