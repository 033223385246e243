import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../testing/start-api.ts'

const patienceMs = 300
/** More than the buffers of both sockets hold. */
const largePage = 'x'.repeat(20_000_000)
let api: TestApi
let sockets: Socket[]

beforeEach(async () => {
  api = await startApi({ isSeeded: false, patienceMs, maxConnections: 20 })
  sockets = []
})
afterEach(async () => {
  for (const socket of sockets) socket.destroy()
  await api.stop()
})

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}

/** Milliseconds until the server has ended the connection, or Infinity after three seconds. */
async function waitUntilCut(socket: Socket): Promise<number> {
  const startedAt = performance.now()
  const isCut = await Promise.race([
    new Promise<true>((resolve) => socket.resume().once('close', () => resolve(true))),
    setTimeout(3000, false, { ref: false })
  ])
  return isCut ? performance.now() - startedAt : Number.POSITIVE_INFINITY
}

const bodyHead =
  'POST /api/stock/search HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n'

test.each([
  ['sends nothing at all', ''],
  ['stops in the middle of the headers', 'GET / HTTP/1.1\r\nHost: x\r\nX-Slow: '],
  ['stops in the middle of the body', `${bodyHead}{"sym`]
])('a client that %s is cut', async (_what, text) => {
  const socket = await open()
  socket.write(text)
  expect(await waitUntilCut(socket)).toBeLessThan(3 * patienceMs)
})

test.each([
  ['headers', 'GET / HTTP/1.1\r\nX-Slow: '],
  ['a body', bodyHead]
])('a client that sends %s letter by letter is cut all the same', async (_what, text) => {
  const socket = await open()
  socket.write(text)
  const dripping = setInterval(() => socket.write('x'), patienceMs / 10)
  expect(await waitUntilCut(socket)).toBeLessThan(3 * patienceMs)
  clearInterval(dripping)
})

test('a client that takes nothing of its answer is cut, and one that takes it slowly is not', async () => {
  await api.stop()
  // Longer than the pauses in which the buffers of a slow reader's connection are emptied.
  api = await startApi({ isSeeded: false, patienceMs: 1000 })
  const siteDir = join(api.services.dataDir, 'site')
  await mkdir(siteDir, { recursive: true })
  await writeFile(join(siteDir, 'index.html'), largePage)
  const [deaf, slow] = [await open(), await open()]
  const received = { deaf: 0, slow: 0 }
  deaf.pause().on('data', (chunk: Buffer) => {
    received.deaf += chunk.length
  })
  slow.on('data', async (chunk: Buffer) => {
    received.slow += chunk.length
    slow.pause()
    await setTimeout(5)
    slow.resume()
  })
  for (const socket of [deaf, slow]) socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  await once(slow, 'close')
  expect(received.slow).toBeGreaterThan(largePage.length)
  await setTimeout(1000)
  await waitUntilCut(deaf)
  expect(received.deaf).toBeLessThan(largePage.length)
})

test('the operator may take longer for a large file', async () => {
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

test('what the service itself needs long for is waited for', async () => {
  await api.stop()
  const renderer = { ...api.services.renderer, check: () => setTimeout(3 * patienceMs) }
  api = await startApi({ isSeeded: false, patienceMs, services: { renderer } })
  expect((await api.get('/api/admin/system/connections', await api.signIn())).status).toBe(200)
})

test('connections beyond the limit are closed at once, and those that are there go on', async () => {
  await api.stop()
  api = await startApi({ isSeeded: false, maxConnections: 20 })
  const first = await open()
  for (let i = 1; i < 20; i += 1) await open()
  expect(await waitUntilCut(await open())).toBeLessThan(1000)
  first.write('GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n')
  const [answer] = await once(first, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200/)
})
