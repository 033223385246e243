import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { writePage } from './publisher/write-page.ts'
import { makeBuild } from './testing/fake-build.ts'
import { waitUntilPublished } from './testing/wait-until-published.ts'

let folder: string
let child: ChildProcess | null = null

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-server-'))
  await makeBuild(join(folder, 'build'), 'first')
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
      BUILD_DIR: join(folder, 'build'),
      SITE_DIR: join(folder, 'site'),
      LOG_LEVEL: 'error',
      // Each round begins with another database.
      NEW_DATABASE: 'true',
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
  const names = (await readdir(join(folder, 'site'))).filter((name) => name.endsWith('.html')).sort()
  const texts = await Promise.all(names.map((name) => readFile(join(folder, 'site', name), 'utf8')))
  return new Map(names.map((name, place) => [name, texts[place] ?? '']))
}

async function stop(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  server.kill(signal)
  await once(server, 'close')
}

test('killed at any moment of its first start, the server has every page whole after the next', async () => {
  const whole = startServer()
  await waitUntilPublished(await waitUntilReady(whole))
  await stop(whole, 'SIGTERM')
  const expected = await readPages()
  expect(expected.size).toBeGreaterThan(66)

  for (const milliseconds of [600, 1000, 1500]) {
    await rm(join(folder, 'data'), { recursive: true, force: true })
    const first = startServer()
    await setTimeout(milliseconds)
    await stop(first, 'SIGKILL')
    const second = startServer()
    await waitUntilPublished(await waitUntilReady(second))
    await stop(second, 'SIGTERM')
    expect(await readPages()).toEqual(expected)
  }
}, 90_000)

test('another site address writes every page anew', async () => {
  await waitUntilPublished(await waitUntilReady(startServer()))
  await stop(child as ChildProcess, 'SIGTERM')
  await waitUntilPublished(await waitUntilReady(startServer({ SITE_URL: 'https://doubloon.example' })))
  const { '404.html': _static, ...pages } = Object.fromEntries(await readPages())
  for (const text of Object.values(pages)) expect(text).toContain('https://doubloon.example')
}, 30_000)

test('of another database no page of before is served, and going back to the first serves its own again', async () => {
  const url = await waitUntilReady(startServer())
  await waitUntilPublished(url)
  await stop(child as ChildProcess, 'SIGTERM')
  for (const name of ['msty.html', 'blog/of-the-first.html'])
    await writePage(join(folder, 'site', name), 'of the first database')

  const other = await waitUntilReady(startServer({ DATA_DIR: join(folder, 'other-data') }))
  expect((await fetch(`${other}/blog/of-the-first`)).status).toBe(404)
  expect(await (await fetch(`${other}/msty`)).text()).toContain('"symbol":"MSTY"')
  await stop(child as ChildProcess, 'SIGKILL')

  const back = await waitUntilReady(startServer())
  for (const path of ['/', '/msty', '/blog']) expect((await fetch(back + path)).status).toBe(200)
}, 60_000)

test('a wrong variable and a site that was not built stop the start with one sentence', async () => {
  expect(await failToStart({ PORT: 'lots' })).toMatch(/^Doubloon can't start: PORT must be .*"lots"\.\n$/)
  expect(await failToStart({ BUILD_DIR: join(folder, 'nowhere') })).toMatch(
    /^Doubloon can't start: there is no built site in .*; run npm run build\.\n$/
  )
}, 30_000)

test('a folder that holds something else is not taken for the site, and nothing in it is touched', async () => {
  const pictures = join(folder, 'pictures')
  await mkdir(pictures)
  await writeFile(join(pictures, 'album.html'), 'a summer')
  expect(await failToStart({ SITE_DIR: pictures })).toMatch(
    /SITE_DIR must be a folder of its own, but .*pictures/
  )
  expect(await readdir(pictures)).toEqual(['album.html'])
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
