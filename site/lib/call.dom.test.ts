import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '../../admin-api/contract/endpoint.ts'
import { call } from './call.ts'
import { callEndpoint } from './call-endpoint.ts'

const greet = defineEndpoint('public', 'POST', '/api/greet', {
  input: z.object({ name: z.string().check(z.minLength(1, 'A name is needed')) }),
  output: z.object({ greeting: z.string() })
})

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void
let server: Server
let answer: Answer

// A page's calls are relative to its origin; here that is a test server.
beforeEach(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => answer(request, body, response))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init))
})
afterEach(() => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  server.close()
})

function json(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const search = () => call('POST /api/stock/search', { symbol: 'MSTY' })

test('a POST sends its input as JSON and returns the answer', async () => {
  answer = (request, body, response) =>
    json(response, 200, { seen: `${request.url} ${request.headers['content-type']} ${body}` })
  expect(await search()).toEqual({
    ok: true,
    value: { seen: '/api/stock/search application/json {"symbol":"MSTY"}' }
  })
})

test('a GET sends its input in the URL and omits missing values', async () => {
  answer = (request, _body, response) => json(response, 200, { url: request.url })
  expect(await call('GET /api/roi-rankings', { months: '12' })).toMatchObject({
    value: { url: '/api/roi-rankings?months=12' }
  })
  expect(await call('GET /api/roi-rankings', { months: undefined })).toMatchObject({
    value: { url: '/api/roi-rankings' }
  })
})

test('the answer of a server with another contract is checked', async () => {
  const tickers = ['MSTY']
  for (const [version, body, expected] of [
    ['other', { tickers, more: 1 }, { ok: true, value: { tickers } }],
    ['other', { funds: tickers }, { ok: false, status: 200, from: 'page' }],
    ['same', { funds: tickers }, { ok: true, value: { funds: tickers } }]
  ] as const) {
    vi.stubEnv('CONTRACT_VERSION', 'same')
    answer = (_request, _body, response) => {
      response.setHeader('X-Contract-Version', version)
      json(response, 200, body)
    }
    expect(await call('GET /api/search-metrics/top-tickers', {})).toMatchObject(expected)
  }
  vi.unstubAllEnvs()
})

test("an error is a value with the server's status and message", async () => {
  answer = (_request, _body, response) => json(response, 404, { message: 'No such ship.' })
  expect(await search()).toEqual({
    ok: false,
    status: 404,
    message: 'No such ship.',
    from: 'server'
  })
})

test.each([
  ['an answer that is not JSON', 200, '<html>'],
  ['an error page of a proxy', 502, '<html>Bad gateway</html>'],
  ['an error without a message', 500, '{"error":"no"}']
])("%s gets the page's own message", async (_case, status, body) => {
  answer = (_request, _body, response) => response.writeHead(status).end(body)
  const result = await search()
  expect(result).toMatchObject({ ok: false, status, from: 'page' })
  expect(result.ok === false && result.message).toContain('cannot read')
})

test('callEndpoint() does not send input that breaks the contract', async () => {
  answer = () => expect.unreachable()
  expect(await callEndpoint(greet, { name: '' })).toMatchObject({
    ok: false,
    status: 0,
    message: 'A name is needed'
  })
})

test('a server that hangs up counts as unreachable', async () => {
  answer = (_request, _body, response) => response.destroy()
  const result = await search()
  expect(result).toMatchObject({ ok: false, status: 0, from: 'page' })
  expect(result.ok === false && result.message).toContain('could not be reached')
})

test('a call to a server that never answers fails after the timeout', async () => {
  answer = () => undefined
  const result = await call('POST /api/stock/search', { symbol: 'MSTY' }, { timeoutMs: 30 })
  expect(result.ok === false && result.message).toContain('too long')
})

test('a canceled call returns a failure, too', async () => {
  const caller = new AbortController()
  answer = () => caller.abort()
  expect(await call('POST /api/stock/search', { symbol: 'MSTY' }, { signal: caller.signal })).toMatchObject({
    ok: false,
    status: 0
  })
})

const change = defineEndpoint('admin', 'DELETE', '/api/admin/things/:id', {
  query: ['dry_run'],
  input: z.object({ id: z.string(), ids: z.array(z.number()), dry_run: z.number() }),
  output: z.object({ seen: z.string() })
})

test('inputs go into the path, the query and the body as the endpoint defines', async () => {
  answer = (request, body, response) => json(response, 200, { seen: `${request.url} ${body}` })
  expect(await callEndpoint(change, { id: 'a/b', ids: [1, 2], dry_run: 1 })).toEqual({
    ok: true,
    value: { seen: '/api/admin/things/a%2Fb?dry_run=1 {"ids":[1,2]}' }
  })
})

test('calls of admin endpoints carry the marker, public ones do not', async () => {
  answer = (request, _body, response) =>
    json(response, 200, { seen: request.headers.authorization ?? 'none' })
  expect(await callEndpoint(change, { id: '1', ids: [], dry_run: 0 })).toEqual({
    ok: true,
    value: { seen: 'Bearer admin-authenticated' }
  })
  expect(await search()).toEqual({
    ok: true,
    value: { seen: 'none' }
  })
})
