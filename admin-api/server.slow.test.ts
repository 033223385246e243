import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'

/** A built site whose pages hold their whole model, so that a stale or torn page shows. */
const renderer = `export const render = async (path, { site, page }) =>
  '<html><head></head><body>' + JSON.stringify({ path, url: site.url, page }) + '</body></html>'`

let folder: string
let child: ChildProcess | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-server-'))
  await mkdir(join(folder, 'site', 'client'), { recursive: true })
  await mkdir(join(folder, 'site', 'server'), { recursive: true })
  await writeFile(join(folder, 'site', 'server', 'entry.mjs'), renderer)
  await writeFile(join(folder, 'site', 'server', 'build.json'), '{"id":"test","staticPages":[]}')
})

afterEach(async () => {
  child?.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

function startServer(environment: Record<string, string> = {}): ChildProcess {
  child = spawn(process.execPath, [new URL('server.ts', import.meta.url).pathname], {
    env: {
      ...process.env,
      PORT: '0',
      DATA_DIR: join(folder, 'data'),
      SITE_DIR: join(folder, 'site', 'client'),
      LOG_LEVEL: 'error',
      ...environment
    },
    stdio: ['ignore', 'pipe', 'pipe']
  })
  return child
}

/** Resolves with the address once the server says that it is ready. */
async function waitUntilReady(server: ChildProcess): Promise<string> {
  let output = ''
  for await (const chunk of server.stdout ?? []) {
    output += chunk
    const address = /ready at (\S+)/.exec(output)?.[1]
    if (address !== undefined) return address
  }
  throw new Error(`the server stopped before it was ready: ${output}`)
}

async function readPages(): Promise<Map<string, string>> {
  const names = (await readdir(join(folder, 'site', 'client')))
    .filter((name) => name.endsWith('.html'))
    .sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, 'site', 'client', name), 'utf8')))
  return new Map(names.map((name, place) => [name, texts[place] ?? '']))
}

async function stop(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  server.kill(signal)
  await once(server, 'close')
}

test('killed at any moment of its first start, the server has every page whole after the next', async () => {
  const whole = startServer()
  await waitUntilReady(whole)
  await stop(whole, 'SIGTERM')
  const expected = await readPages()
  expect(expected.size).toBeGreaterThan(66)

  for (const milliseconds of [600, 1000, 1500]) {
    await rm(join(folder, 'data'), { recursive: true, force: true })
    const first = startServer()
    await setTimeout(milliseconds)
    await stop(first, 'SIGKILL')
    const second = startServer()
    await waitUntilReady(second)
    await stop(second, 'SIGTERM')
    expect(await readPages()).toEqual(expected)
  }
}, 90_000)

test('another site address writes every page anew', async () => {
  await waitUntilReady(startServer())
  await stop(child as ChildProcess, 'SIGTERM')
  await waitUntilReady(startServer({ SITE_URL: 'https://doubloon.example' }))
  for (const text of (await readPages()).values()) expect(text).toContain('https://doubloon.example')
}, 30_000)

test('a wrong variable and a site that was not built stop the start with one sentence', async () => {
  expect(await failToStart({ PORT: 'lots' })).toMatch(/^Doubloon can't start: PORT must be .*"lots"\.\n$/)
  expect(await failToStart({ SITE_DIR: join(folder, 'nowhere') })).toMatch(
    /^Doubloon can't start: there is no built site at .*; run npm run build\.\n$/
  )
}, 30_000)

async function failToStart(environment: Record<string, string>): Promise<string> {
  const server = startServer(environment)
  let output = ''
  server.stderr?.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const [code] = await once(server, 'close')
  expect(code).toBe(1)
  return output
}
