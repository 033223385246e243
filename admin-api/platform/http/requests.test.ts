// Shows the same on any database.
import { once } from 'node:events'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startApi, type TestApi } from '../../testing/api.ts'
import { forEachTest } from '../../testing/fixtures.ts'

const path = '/api/stock/search'

const api = forEachTest(() => startApi({ content: 'tables' }))

const unsupported = { status: 404, body: { message: expect.stringMatching(/^Unsupported ETF: ABCDE/) } }

test.each([
  ['cut short', '{"symbol": "MS'],
  ['no JSON at all', 'symbol=MSTY'],
  ['with a comma too many', '{"symbol": "MSTY",}']
])('a body that is %s is rejected with 400', async (_what, text) => {
  const refused = { status: 400, body: { message: 'The request body is not valid JSON.' } }
  expect(await api.post(path, text)).toMatchObject(refused)
})

test('a body of over 16 kB is rejected with 413, compressed or not', async () => {
  const big = JSON.stringify({ symbol: 'A'.repeat(20_000) })
  const refused = {
    status: 413,
    body: { message: 'The request body is too large. At most 16 kB are accepted.' }
  }
  expect(await api.post(path, big)).toMatchObject(refused)
  expect(await send(gzipSync(big), { 'content-encoding': 'gzip' })).toMatchObject(refused)
})

test.each([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'application/jsonp',
  'x'
])('a body of type %s is rejected with 415', async (type) => {
  expect(await api.post(path, '{"symbol":"MSTY"}', { 'content-type': type })).toMatchObject({
    status: 415,
    body: { message: 'The request body must be JSON (Content-Type: application/json).' }
  })
})

test('the type of a JSON body may be written in any case and name UTF-8', async () => {
  const headers = { 'content-type': 'Application/JSON; charset=UTF-8' }
  expect(await api.post(path, { symbol: 'ABCDE' }, headers)).toMatchObject(unsupported)
})

test('unknown charsets and encodings are rejected with 415, a broken one with 400', async () => {
  const charset = { 'content-type': 'application/json; charset=klingon' }
  expect(await api.post(path, {}, charset)).toMatchObject({
    status: 415,
    body: { message: expect.any(String) }
  })
  expect(await send(Buffer.from('{}'), { 'content-encoding': 'morse' })).toMatchObject({ status: 415 })
  expect(await send(Buffer.from('{}'), { 'content-encoding': 'gzip' })).toMatchObject({
    status: 400,
    body: { message: 'The request could not be read.' }
  })
})

test('a request without a body is refused, because the symbol is missing', async () => {
  const response = await fetch(api.url + path, { method: 'POST' })
  expect([response.status, await response.json()]).toEqual([400, { message: 'Symbol cannot be empty' }])
})

test.each([
  ['GET', path],
  ['DELETE', '/api/health'],
  ['POST', '/api/search-metrics/top-tickers'],
  ['GET', '/api'],
  ['GET', '/api/'],
  ['GET', '/api/stock/search/MSTY'],
  ['GET', '/api/../api/nothing'],
  ['GET', '/api/%zz']
])('%s %s is answered with a message and no page', async (method, unknown) => {
  const response = await fetch(api.url + unknown, { method })
  expect([400, 404]).toContain(response.status)
  expect(await response.json()).toEqual({ message: expect.stringMatching(/\.$/) })
  expect(response.headers.get('cache-control')).toBe('no-store')
})

test('names of inherited properties are neither symbols nor routes', async () => {
  const sent = '{"__proto__": {"symbol": "ABCDE"}, "constructor": 1, "symbol": "ABCDE"}'
  expect(await api.post(path, sent)).toMatchObject(unsupported)
  expect(await api.post(path, '{"__proto__": {"symbol": "ABCDE"}}')).toMatchObject({ status: 400 })
  expect(Object.prototype).not.toHaveProperty('symbol')
})

test('a caller that disconnects in the middle of a body causes no error', async () => {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"sym`
  )
  socket.destroy()
  expect(await api.post(path, { symbol: 'ABCDE' })).toMatchObject(unsupported)
  expect(api.logged).toEqual([])
})

test('an unexpected error is logged in full and answered in one plain sentence', async () => {
  await api.db.schema.dropTable('estimate').execute()
  const { status, headers, body } = await api.post(path, { symbol: 'MSTY' })
  expect(status).toBe(500)
  expect(headers.get('cache-control')).toBe('no-store')
  const requestId = headers.get('x-request-id')
  expect(requestId).toMatch(/^[\da-f-]{13}$/)
  expect(body).toEqual({
    message: `Something went wrong on our side. Please try again. (Reference ${requestId})`
  })
  expect(JSON.parse(api.logged[0] ?? '')).toMatchObject({
    requestId,
    method: 'POST',
    path,
    err: {
      message: expect.stringMatching(/^(?:no such table: estimate|relation "estimate" does not exist)$/),
      stack: expect.any(String)
    }
  })
})

test('concurrent calls are logged with their own ids', async () => {
  await api.db.schema.dropTable('estimate').execute()
  const answers = await Promise.all(['MSTY', 'TSLY'].map((symbol) => api.post(path, { symbol })))
  const given = answers.map(({ headers }) => headers.get('x-request-id'))
  expect(new Set(given).size).toBe(2)
  const logged = api.logged.map((line) => JSON.parse(line).requestId)
  expect(logged.toSorted()).toEqual(given.toSorted())
})

test('a trusted proxy may provide a short request id, another caller may not', async () => {
  const given = 'edge-7.f00_d'
  const idOf = async (server: TestApi, id: string) =>
    (await server.get('/api/health', { 'x-request-id': id })).headers.get('x-request-id')
  expect(await idOf(api, given)).toBe(given)
  for (const id of ['a'.repeat(65), 'a b"c']) expect(await idOf(api, id)).toMatch(/^[\da-f-]{13}$/)
  const open = await startApi({ content: 'tables', trustProxy: false })
  expect(await idOf(open, given)).toMatch(/^[\da-f-]{13}$/)
  await open.close()
})

test('a response may load nothing, allows no frame, and does not name the server software', async () => {
  const { headers } = await api.post(path, { symbol: 'ABCDE' })
  expect(headers.get('content-security-policy')).toBe("default-src 'none';frame-ancestors 'none'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin')
  expect(headers.get('x-powered-by')).toBeNull()
  expect(headers.get('strict-transport-security')).toBeNull()
})

test('a site on https asks browsers to stay on https', async () => {
  const httpsApi = await startApi({ content: 'tables', siteUrl: 'https://doubloon.example' })
  const { headers } = await httpsApi.get('/api/health')
  await httpsApi.close()
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
})

async function send(body: Uint8Array<ArrayBuffer>, headers: Record<string, string>) {
  const init = { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }
  const response = await fetch(api.url + path, init)
  return { status: response.status, body: await response.json() }
}
