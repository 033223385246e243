import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fetchBackup } from './download-backup.ts'

let answer: (response: ServerResponse) => void
const server = createServer((_request, response) => answer(response))

beforeEach(async () => {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (path: string, init: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init))
})
afterEach(async () => {
  vi.unstubAllGlobals()
  server.closeAllConnections()
  await new Promise((closed) => server.close(closed))
})

test('the file comes byte by byte under the name the server gave it', async () => {
  answer = (response) =>
    response
      .writeHead(200, { 'content-disposition': 'attachment; filename="../dividend-history-2026-06-01.json"' })
      .end('{"version":"1"}')
  const download = await fetchBackup()
  expect(download).toMatchObject({ ok: true, name: 'dividend-history-2026-06-01.json' })
  expect(download.ok && (await download.file.text())).toBe('{"version":"1"}')
})

test("a refusal has the server's words, any other failure has ours", async () => {
  answer = (response) =>
    response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Please log in."}')
  expect(await fetchBackup()).toEqual({ ok: false, message: 'Please log in.' })
  answer = (response) => response.writeHead(502).end('<html>')
  expect(await fetchBackup()).toEqual({ ok: false, message: 'Failed to download the backup' })
})

test('a file that breaks off is no backup', async () => {
  answer = (response) => {
    response.writeHead(200, { 'content-length': '100' }).write('{"version"')
    setTimeout(() => response.destroy(), 5)
  }
  expect(await fetchBackup()).toEqual({ ok: false, message: 'Failed to download the backup' })
})
