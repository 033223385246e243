import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeHistoryRecord } from '../../../testing/make-history-record.ts'
import { fetchBackup, parseBackup, readBackupFile } from './backup-files.ts'

const good = JSON.stringify({
  version: '1',
  exported_at: '2026-06-01T12:00:00Z',
  data: [makeHistoryRecord()]
})

test('a backup file gives its records and its version', async () => {
  const read = {
    ok: true,
    backup: { version: '1', exported_at: '2026-06-01T12:00:00Z', data: [makeHistoryRecord()] }
  }
  expect(parseBackup(good)).toEqual(read)
  expect(await readBackupFile(new File([good], 'backup.json'))).toEqual(read)
})

test.each([
  ['nothing', ''],
  ['half a backup', good.slice(0, -20)],
  ['no JSON', '<html></html>'],
  ['null', 'null'],
  ['a bare list', '[1]'],
  ['an object of another kind', '{"posts":[1]}'],
  ['an empty list', '{"version":"1","data":[]}'],
  ['data that is not a list', '{"version":"1","data":{"length":1}}']
])('%s holds no valid records', (_case, text) => {
  expect(parseBackup(text)).toEqual({
    ok: false,
    message: "The backup file doesn't contain any valid records."
  })
})

test('a file over 60 MB is rejected unread', async () => {
  const file = new File([], 'huge.json')
  Object.defineProperty(file, 'size', { value: 60 * 1024 * 1024 + 1 })
  expect(await readBackupFile(file)).toEqual({
    ok: false,
    message: expect.stringMatching(/larger than 60 MB\. Restore a copy of the database file/)
  })
})

test('a file that disappears before it is read is a failure, not an exception', async () => {
  const file = new File(['{}'], 'gone.json')
  file.text = () => Promise.reject(new DOMException('gone', 'NotFoundError'))
  expect(await readBackupFile(file)).toMatchObject({ ok: false })
})

describe('download', () => {
  let answer: (response: ServerResponse) => void
  const server = createServer((_request, response) => answer(response))

  beforeEach(async () => {
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
    const { port } = server.address() as AddressInfo
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (path: string, init: RequestInit) =>
      fetch(`http://127.0.0.1:${port}${path}`, init)
    )
  })
  afterEach(async () => {
    vi.unstubAllGlobals()
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })

  test('the downloaded file is complete and has the name given by the server', async () => {
    answer = (response) =>
      response
        .writeHead(200, {
          'content-disposition': 'attachment; filename="../dividend-history-2026-06-01.json"'
        })
        .end('{"version":"1"}')
    const download = await fetchBackup()
    expect(download).toMatchObject({ ok: true, name: 'dividend-history-2026-06-01.json' })
    expect(download.ok && (await download.file.text())).toBe('{"version":"1"}')
  })

  test("a refusal has the server's message, any other failure has our own", async () => {
    answer = (response) =>
      response.writeHead(401, { 'content-type': 'application/json' }).end('{"message":"Please log in."}')
    expect(await fetchBackup()).toEqual({ ok: false, message: 'Please log in.' })
    answer = (response) => response.writeHead(502).end('<html>')
    expect(await fetchBackup()).toEqual({ ok: false, message: 'Failed to download the backup' })
  })

  test('an interrupted download is a failure', async () => {
    answer = (response) => {
      response.writeHead(200, { 'content-length': '100' }).write('{"version"')
      setTimeout(() => response.destroy(), 5)
    }
    expect(await fetchBackup()).toEqual({ ok: false, message: 'Failed to download the backup' })
  })
})
