// Shows the same on any database.
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { largestBackup } from '../../../contract/admin-history.ts'
import { startApi } from '../../../testing/api.ts'
import { forAllTests } from '../../../testing/fixtures.ts'

let operator: Record<string, string>
const path = '/api/admin/dividend-history/import'
const record = {
  ticker: 'MSTY',
  payment_date: '2026-06-05',
  ex_date: '2026-06-04',
  actual_dividend: 0.5,
  estimated_dividend: 0.4
}
const backup = JSON.stringify({ version: '1', data: [record] })

// A refused client may still be sending 60 MB, which takes a busy machine longer than a client is given.
const api = forAllTests(() => startApi({ listening: { patienceMs: 180_000 } }))
beforeAll(async () => {
  operator = await api.signIn()
})

test('a compressed backup is unpacked, and one that only claims to be compressed is refused', async () => {
  const send = (body: BodyInit, encoding: string) =>
    fetch(`${api.url}${path}?dry_run=1`, {
      method: 'POST',
      body,
      headers: { ...operator, 'content-type': 'application/json', 'content-encoding': encoding }
    })
  const compressed = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync }
  for (const [encoding, compress] of Object.entries(compressed)) {
    const answer = await send(compress(backup), encoding)
    expect(await answer.json()).toEqual({ added: 1, changed: 0, unchanged: 0 })
  }
  expect((await send(backup, 'gzip')).status).toBe(400)
  expect((await send(gzipSync(backup).subarray(0, -12), 'gzip')).status).toBe(400)
  expect((await send(backup, 'compress')).status).toBe(415)
})

test('an upload over the size limit is refused with a message, compressed or not', async () => {
  const spaces = Buffer.alloc(largestBackup.bytes + 1, ' ')
  for (const [body, encoding] of [
    [spaces, 'identity'],
    [gzipSync(spaces), 'gzip']
  ] as const) {
    const answer = await fetch(`${api.url}${path}`, {
      method: 'POST',
      body,
      headers: { ...operator, 'content-type': 'application/json', 'content-encoding': encoding }
    })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toEqual({
      message:
        'The backup is larger than 60 MB. Restore a copy of the database file instead, with npm run restore.'
    })
  }
})

test('no file is left of an upload, also if its client goes away', async () => {
  const before = await readdir(api.services.dataDir)
  const { hostname, port } = new URL(api.url)
  const headers = Object.entries({ ...operator, host: 'x', 'content-type': 'application/json' })
  const head = headers.map(([name, value]) => `${name}: ${value}`).join('\r\n')
  const socket = connect({ host: hostname, port: Number(port) })
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\nContent-Length: 1000\r\n\r\n{"version":`)
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0)
  expect((await api.post(`${path}?dry_run=1`, backup, operator)).status).toBe(200)
  socket.destroy()
  // The server notices a moment later.
  await expect.poll(() => readdir(api.services.dataDir)).toEqual(before)
})
