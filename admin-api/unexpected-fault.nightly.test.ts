import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openDatabase } from './platform/database/open.ts'
import { makePublishedFolder, startIn } from './testing/real-server.ts'

/** Signal handlers whose errors nothing catches. */
const faults = `process.on('SIGUSR2', () => void Promise.reject(new Error('a plank came loose')))
process.on('SIGWINCH', () => { throw new Error('the mast broke') })`

test('an unexpected error is logged in full, reported once, ends the process, and loses no answered request', async () => {
  const folder = await makePublishedFolder()
  await writeFile(join(folder, 'faults.mjs'), faults)
  const reported: string[] = []
  const webhook = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    reported.push(JSON.parse(body).message)
    response.end()
  }).listen(0, '127.0.0.1')
  await once(webhook, 'listening')
  const environment = {
    ALERT_URL: `http://127.0.0.1:${(webhook.address() as AddressInfo).port}/`,
    NODE_OPTIONS: `--import=${join(folder, 'faults.mjs')}`
  }

  const rounds = [
    ['SIGUSR2', 'a plank came loose'],
    ['SIGWINCH', 'the mast broke']
  ] as const
  for (const [signal, message] of rounds) {
    const server = await startIn(folder, environment)
    const answer = await fetch(`${server.url}/api/stock/search`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ symbol: 'MSTY' })
    })
    expect(answer.status).toBe(200)
    process.kill(server.pid ?? 0, signal)
    await expect.poll(server.exitCode).toBe(1)
    const lines = server
      .complaints()
      .split('\n')
      .flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []))
    expect(lines).toContainEqual(
      expect.objectContaining({
        level: 60,
        err: expect.objectContaining({ message, stack: expect.stringContaining('faults.mjs') })
      })
    )
  }
  expect(reported).toEqual([expect.stringContaining('a plank came loose')])
  // Both searches were stored, although searches are saved half a second later.
  const db = openDatabase(join(folder, 'doubloon.sqlite'))
  const searches = await db.selectFrom('search_history').select('symbol').orderBy('id').execute()
  await db.destroy()
  expect(searches.slice(-2)).toEqual([{ symbol: 'MSTY' }, { symbol: 'MSTY' }])
  webhook.close()
  await rm(folder, { recursive: true, force: true })
})
