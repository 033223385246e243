// Shows the same on any database.
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../testing/api.ts'
import type { SendLimits } from './sent-files.ts'

const fileBytes = 20_000_000
let api: TestApi
let readers: Socket[] = []

afterEach(async () => {
  for (const reader of readers) reader.destroy()
  readers = []
  await api.close()
})

async function start(sendLimits?: SendLimits): Promise<void> {
  api = await startApi({ content: 'tables', ...(sendLimits && { sendLimits }) })
  const folder = join(api.services.dataDir, 'site/data')
  await mkdir(folder, { recursive: true })
  for (const name of ['a', 'b']) await writeFile(join(folder, `${name}.csv`), 'x'.repeat(fileBytes))
}

/** Requests a file and reads only the beginning of the response. @returns its status */
async function readBeginning(path: string, visitor: string): Promise<number> {
  const socket = connect(Number(new URL(api.url).port), '127.0.0.1')
  readers.push(socket)
  socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${visitor}\r\n\r\n`)
  const [chunk] = await once(socket, 'data')
  socket.pause()
  return Number(String(chunk).slice(9, 12))
}

test('readers who take their time share one copy of a file', async () => {
  await start()
  const before = process.memoryUsage().arrayBuffers
  for (let i = 0; i < 30; i += 1) expect(await readBeginning('/data/a.csv', `192.0.2.${i}`)).toBe(200)
  // Each copy has 20 MB; the rest are buffers of sockets.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(3 * fileBytes)
})

test('one address has a limit of what is being sent to it', async () => {
  await start({ inMemory: 10 * fileBytes, perNetwork: 2.5 * fileBytes })
  for (const expected of [200, 200, 429])
    expect(await readBeginning('/data/a.csv', '192.0.2.1')).toBe(expected)
  expect(await readBeginning('/data/a.csv', '192.0.2.2')).toBe(200)
  const refused = await api.get('/data/b.csv', { 'x-forwarded-for': '192.0.2.1' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '5'])
  for (const reader of readers) reader.destroy()
  await expect
    .poll(async () => (await api.get('/data/a.csv', { 'x-forwarded-for': '192.0.2.1' })).status)
    .toBe(200)
})

test('all files in memory have a limit', async () => {
  await start({ inMemory: 1.5 * fileBytes, perNetwork: 100 * fileBytes })
  expect(await readBeginning('/data/a.csv', '192.0.2.1')).toBe(200)
  expect(await readBeginning('/data/a.csv', '192.0.2.2')).toBe(200)
  const refused = await api.get('/data/b.csv', { 'accept-encoding': 'identity' })
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  for (const reader of readers) reader.destroy()
  await expect
    .poll(async () => (await api.get('/data/b.csv', { 'accept-encoding': 'identity' })).status)
    .toBe(200)
})
