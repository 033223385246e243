// Shows the same on any database.
import { gzipSync } from 'node:zlib'
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
  expect(await (await send(gzipSync(backup), 'gzip')).json()).toEqual({ added: 1, changed: 0, unchanged: 0 })
  expect((await send(backup, 'gzip')).status).toBe(400)
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
