import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { defineEndpoint } from '../../admin-api/contract/endpoint.ts'
import { call } from './call.ts'

const greet = defineEndpoint({
  method: 'POST',
  path: '/api/greet',
  access: 'public',
  input: z.object({ name: z.string().check(z.minLength(1, 'A name is needed')) }),
  output: z.object({ greeting: z.string() })
})
const list = defineEndpoint({
  method: 'GET',
  path: '/api/list',
  access: 'public',
  input: z.object({ page: z.number(), tag: z.optional(z.string()) }),
  output: z.object({ url: z.string() })
})

type Answer = (request: IncomingMessage, body: string, response: ServerResponse) => void
let server: Server
let answer: Answer

// A page's calls are relative to where it came from; here that is a server of our own.
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

test('a POST sends its input as JSON and gives back the checked answer', async () => {
  answer = (request, body, response) =>
    json(response, 200, { greeting: `${request.headers['content-type']} ${body}`, more: 1 })
  expect(await call(greet, { name: 'Anne' })).toEqual({
    ok: true,
    value: { greeting: 'application/json {"name":"Anne"}' }
  })
})

test('a GET writes its input into the address and leaves out what is not given', async () => {
  answer = (request, _body, response) => json(response, 200, { url: request.url })
  expect(await call(list, { page: 2 })).toEqual({ ok: true, value: { url: '/api/list?page=2' } })
})

test('a refusal is a value with the status and the sentence of the server', async () => {
  answer = (_request, _body, response) => json(response, 404, { message: 'No such ship.' })
  expect(await call(greet, { name: 'Anne' })).toEqual({
    ok: false,
    status: 404,
    message: 'No such ship.',
    from: 'server'
  })
})

test.each([
  ['an answer that does not fit the contract', 200, '{"greeting":5}'],
  ['an answer that is not JSON', 200, '<html>'],
  ['an error page of somebody in between', 502, '<html>Bad gateway</html>']
])('%s gets words of our own', async (_case, status, body) => {
  answer = (_request, _body, response) => response.writeHead(status).end(body)
  const result = await call(greet, { name: 'Anne' })
  expect(result).toMatchObject({ ok: false, status, from: 'page' })
  expect(result.ok === false && result.message).toContain('cannot read')
})

test('input that breaks the contract is not sent', async () => {
  answer = () => expect.unreachable()
  expect(await call(greet, { name: '' })).toMatchObject({ ok: false, status: 0, message: 'A name is needed' })
})

test('a server that hangs up counts as unreachable', async () => {
  answer = (_request, _body, response) => response.destroy()
  const result = await call(greet, { name: 'Anne' })
  expect(result).toMatchObject({ ok: false, status: 0, from: 'page' })
  expect(result.ok === false && result.message).toContain('could not be reached')
})

test('a server that never answers is not waited for for ever', async () => {
  answer = () => undefined
  const result = await call(greet, { name: 'Anne' }, { timeoutMs: 30 })
  expect(result.ok === false && result.message).toContain('too long')
})

test('a call that was called off ends as a value, too', async () => {
  const caller = new AbortController()
  answer = () => caller.abort()
  expect(await call(greet, { name: 'Anne' }, { signal: caller.signal })).toMatchObject({
    ok: false,
    status: 0
  })
})

const change = defineEndpoint({
  method: 'DELETE',
  path: '/api/admin/things/:id',
  access: 'admin',
  query: ['dry_run'],
  input: z.object({ id: z.string(), ids: z.array(z.number()), dry_run: z.number() }),
  output: z.object({ seen: z.string() })
})

test('parts of the path, of the query and of the body each go where the endpoint says', async () => {
  answer = (request, body, response) => json(response, 200, { seen: `${request.url} ${body}` })
  expect(await call(change, { id: 'a/b', ids: [1, 2], dry_run: 1 })).toEqual({
    ok: true,
    value: { seen: '/api/admin/things/a%2Fb?dry_run=1 {"ids":[1,2]}' }
  })
})

test('a call of the operator carries the marker, another one does not', async () => {
  answer = (request, _body, response) =>
    json(response, 200, {
      seen: request.headers.authorization ?? '',
      greeting: request.headers.authorization ?? ''
    })
  expect(await call(change, { id: '1', ids: [], dry_run: 0 })).toEqual({
    ok: true,
    value: { seen: 'Bearer admin-authenticated' }
  })
  expect(await call(greet, { name: 'Anne' })).toEqual({ ok: true, value: { greeting: '' } })
})
