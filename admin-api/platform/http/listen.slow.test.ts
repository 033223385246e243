// Shows the same on any database.
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import express from 'express'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startApi, type TestApi } from '../../testing/api.ts'
import { closeGradually, closeServer, listen } from './listen.ts'

const patienceMs = 300
/** More than the buffers of both sockets hold. */
const largePage = 'x'.repeat(20_000_000)
let api: TestApi
let sockets: Socket[]

beforeEach(async () => {
  api = await startApi({ content: 'tables', listening: { patienceMs, maxConnections: 20 } })
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await api.close()
})

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Waits for as long as the test may take, so that no machine is too slow. */
function waitUntilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    if (socket.closed) resolve()
    // Unlike once() of node:events, not ended by the error of a reset connection.
    else socket.resume().once('close', () => resolve())
  })
}

async function isAnswered(socket: Socket): Promise<boolean> {
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
  const answered = once(socket, 'data').then(() => true)
  return Promise.race([answered, once(socket, 'close').then(() => false)])
}

const bodyHead =
  'POST /api/stock/search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n'

test.each([
  ['sends nothing at all', ''],
  ['stops in the middle of the headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['stops in the middle of the body', `${bodyHead}{"sym`]
])('a client that %s is disconnected', async (_what, text) => {
  const socket = await open()
  socket.write(text)
  await waitUntilClosed(socket)
  expect(socket.closed).toBe(true)
})

test.each([
  ['headers', 'GET / HTTP/1.1\r\nX-Slow: '],
  ['a body', bodyHead]
])('a client that sends %s letter by letter is disconnected', async (_what, text) => {
  const socket = await open()
  socket.write(text)
  const dripping = setInterval(() => socket.write('x'), patienceMs / 10)
  await waitUntilClosed(socket)
  clearInterval(dripping)
  expect(socket.closed).toBe(true)
})

test('a client that reads nothing of its response is disconnected, one that reads slowly is not', async () => {
  await api.close()
  // Longer than the pauses in which the buffers of a slow reader's connection are emptied.
  const longPatienceMs = 2000
  api = await startApi({ content: 'tables', listening: { patienceMs: longPatienceMs } })
  const siteDir = join(api.services.dataDir, 'site')
  await mkdir(siteDir, { recursive: true })
  await writeFile(join(siteDir, 'index.html'), largePage)
  const [stalled, slow] = [await open(), await open()]
  const received = { stalled: 0, slow: 0 }
  stalled.pause().on('data', (chunk: Buffer) => {
    received.stalled += chunk.length
  })
  slow.on('data', async (chunk: Buffer) => {
    received.slow += chunk.length
    slow.pause()
    await setTimeout(5)
    slow.resume()
  })
  for (const socket of [stalled, slow]) socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await once(slow, 'close')
  expect(received.slow).toBeGreaterThan(largePage.length)
  // Idle time counts from the check that found the connection idle.
  await setTimeout(2.5 * longPatienceMs)
  await waitUntilClosed(stalled)
  expect(received.stalled).toBeLessThan(largePage.length)
})

function pagesOf(chunks: Buffer[]): number {
  return Buffer.concat(chunks).toString('latin1').split('HTTP/1.1 200').length - 1
}

test('requests that a connection sends before the first response are answered in turn', async () => {
  const socket = await open()
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(8))
  await expect.poll(() => pagesOf(chunks)).toBe(8)
})

test('a client that sends many requests before the first response is disconnected', async () => {
  const socket = await open()
  socket.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000))
  await waitUntilClosed(socket)
  expect(socket.closed).toBe(true)
})

test('the operator has more time for an upload', async () => {
  const headers = await api.signIn()
  const body = JSON.stringify({ data: [], version: '1' })
  const socket = await open()
  const head = Object.entries({ ...headers, 'content-type': 'application/json' })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')
  const path = '/api/admin/dividend-history/import'
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\n${head}Content-Length: ${body.length}\r\nConnection: close\r\n\r\n`
  )
  for (const letter of body) {
    socket.write(letter)
    await setTimeout((2 * patienceMs) / body.length)
  }
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 (?:200|400)/)
})

test('processing time of the service does not count', async () => {
  await api.close()
  const renderer = { ...api.services.renderer, check: () => setTimeout(3 * patienceMs) }
  api = await startApi({ content: 'tables', listening: { patienceMs }, services: { renderer } })
  expect((await api.get('/api/admin/system/connections', await api.signIn())).status).toBe(200)
})

test('connections beyond the limit are closed at once, existing ones stay open', async () => {
  await api.close()
  api = await startApi({ content: 'tables', listening: { maxConnections: 20 } })
  const first = await open()
  for (let i = 1; i < 20; i += 1) await open()
  await waitUntilClosed(await open())
  first.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
  const [answer] = await once(first, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200/)
})

test('one address cannot hold all connections', async () => {
  await api.close()
  api = await startApi({ content: 'tables', listening: { maxConnectionsPerAddress: 5 } })
  const first = await open()
  for (let i = 1; i < 5; i += 1) await open()
  await waitUntilClosed(await open())
  // Another address of this machine.
  const port = Number(new URL(api.url).port)
  const other = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
  sockets.push(other)
  expect(await isAnswered(other)).toBe(true)
  // A closed connection makes room.
  first.destroy()
  await expect.poll(async () => isAnswered(await open())).toBe(true)
})

test('a port in use is reported in one sentence', async () => {
  const { server, url } = await listen(express(), { host: '127.0.0.1', port: 0, maxConnections: 10 })
  const port = Number(new URL(url).port)
  await expect(listen(express(), { host: '127.0.0.1', port, maxConnections: 10 })).rejects.toThrow(
    `port ${port} is in use; stop what runs there or set PORT to another one.`
  )
  await closeServer(server)
})

test.each(['203.0.113.9', 'no-such-host.invalid'])(
  'HOST %s, which is not of this machine, is named',
  async (host) => {
    await expect(listen(express(), { host, port: 0, maxConnections: 10 })).rejects.toThrow(
      `HOST ${host} is not an address of this machine; set HOST to 127.0.0.1, to 0.0.0.0 or to one of its addresses.`
    )
  }
)

test('a stop waits for a long response, and not for a client that sends slowly', async () => {
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  const app = express()
  app.get('/', async (_request, response) => {
    await mayAnswer
    response.send('done')
  })
  const { server, url } = await listen(app, { host: '127.0.0.1', port: 0, maxConnections: 10 })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const answered = fetch(url).then((response) => response.text())
  await once(server, 'request')
  const slow = connect(Number(new URL(url).port), '127.0.0.1')
  slow.write(bodyHead)
  await once(server, 'request')
  const closed = closeServer(server)
  const disconnected = once(slow.resume(), 'close')
  vi.advanceTimersByTime(5000)
  vi.useRealTimers()
  await disconnected
  answer()
  expect(await answered).toBe('done')
  await closed
})

test('a request in progress is answered before the server closes', async () => {
  const app = express()
  app.get('/', async (_request, response) => {
    await setTimeout(200)
    response.send('done')
  })
  const { server, url } = await listen(app, { host: '127.0.0.1', port: 0, maxConnections: 10 })
  const answer = fetch(url)
  await once(server, 'request')
  await closeServer(server)
  expect(await (await answer).text()).toBe('done')
  await expect(fetch(url)).rejects.toThrow()
})

test('a server that stops behind a proxy still answers, and closes each connection after its response', async () => {
  const started = Promise.withResolvers<void>()
  const mayEnd = Promise.withResolvers<void>()
  const app = express()
  app.get('/slow', async (_request, response) => {
    response.write('begun, ')
    started.resolve()
    await mayEnd.promise
    response.end('done')
  })
  app.get('/', (_request, response) => response.send('here'))
  const { server, url } = await listen(app, { host: '127.0.0.1', port: 0, maxConnections: 10 })
  const agent = new Agent({ keepAlive: true })
  const read = async (path: string) => {
    const [response] = await once(request(url + path, { agent }).end(), 'response')
    let body = ''
    for await (const chunk of response) body += chunk
    return { connection: response.headers.connection, body }
  }
  expect(await read('/')).toEqual({ connection: 'keep-alive', body: 'here' })
  const slow = read('/slow')
  await started.promise
  const noticed = Promise.withResolvers<void>()
  const closed = closeGradually(server, noticed.promise)
  // A request over the connection that is idle, and one over a new connection.
  expect(await read('/')).toEqual({ connection: 'close', body: 'here' })
  expect(await read('/')).toEqual({ connection: 'close', body: 'here' })
  mayEnd.resolve()
  expect((await slow).body).toBe('begun, done')
  noticed.resolve()
  await closed
  await expect(read('/')).rejects.toThrow()
  agent.destroy()
})
