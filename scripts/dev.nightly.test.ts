import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { copySqlite } from '../admin-api/testing/database.ts'

const patient = { timeout: 60_000, interval: 250 }

test('npm run dev serves a page, shows an edit without a restart, and answers calls', async () => {
  const clone = await mkdtemp(join(tmpdir(), 'doubloon-dev-'))
  const sources = [
    'admin-api',
    'data',
    'scripts',
    'site',
    'astro.config.mjs',
    'package.json',
    'tsconfig.json'
  ]
  for (const source of sources) await cp(source, join(clone, source), { recursive: true })
  await symlink(resolve('node_modules'), join(clone, 'node_modules'))
  const dataDir = await copySqlite('two-funds')
  const { scripts } = JSON.parse(await readFile('package.json', 'utf8'))
  const server = spawn('sh', ['-c', scripts.dev], {
    cwd: clone,
    // Not the variables of the test runner: Astro behaves differently under it.
    env: {
      PATH: `${resolve('node_modules/.bin')}:${process.env['PATH']}`,
      HOME: process.env['HOME'],
      MARKET_DATA: 'embedded',
      DATA_DIR: dataDir,
      PORT: '0'
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true
  })
  const ended = once(server, 'close')
  let printed = ''
  for (const stream of [server.stdout, server.stderr])
    stream.on('data', (chunk: Buffer) => {
      printed += chunk.toString()
    })
  try {
    const findAddress = () => /Local\s+(http:\S+?)\/?\s/.exec(printed)?.[1]
    await vi.waitUntil(() => findAddress() ?? server.exitCode !== null, patient)
    const address = findAddress() ?? printed
    const read = async (path: string, init: RequestInit = {}) => {
      const response = await fetch(address + path, init)
      return { status: response.status, text: await response.text() }
    }
    expect(await read('/msty')).toMatchObject({ status: 200, text: expect.stringContaining('MSTY') })

    const page = join(clone, 'site/pages/404.astro')
    const source = await readFile(page, 'utf8')
    await writeFile(page, source.replace('Squawk! No such island', 'Edited just now.'))
    await vi.waitUntil(async () => (await read('/404')).text.includes('Edited just now.'), patient)

    const search = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ symbol: 'MSTY' })
    }
    expect(await read('/api/stock/search', search)).toMatchObject({
      status: 200,
      text: expect.stringContaining('MSTY')
    })
    expect(await read('/api/ready')).toMatchObject({ status: 200 })
  } finally {
    if (server.pid !== undefined) process.kill(-server.pid, 'SIGKILL')
    await ended
    for (const folder of [clone, dataDir]) await rm(folder, { recursive: true, force: true })
  }
})
