import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PageModel } from '../admin-api/contract/page-models.ts'
import { loadRenderer } from '../admin-api/publishing/built-site.ts'
import { copySqlite } from '../admin-api/testing/database.ts'
import { makeBuild } from '../admin-api/testing/fake-build.ts'
import { type RunningServer, startServer } from '../admin-api/testing/start-server.ts'
import { waitUntilPublished } from '../admin-api/testing/wait-until-published.ts'

let folder: string
/** `npm test` sets this folder, because its browser tests use the build. */
let buildDir: string
/** Outside the project, so that the renderer can only use packages that were compiled into it. */
let farBuildDir: string
let server: RunningServer | null = null

beforeAll(async () => {
  folder = await copySqlite('two-funds')
  buildDir = process.env['TEST_BUILD_DIR'] ?? join(folder, 'dist')
  farBuildDir = join(folder, 'far')
})
afterAll(async () => {
  await server?.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function build(nodeEnv: string): Promise<string> {
  const program = spawn(process.execPath, ['scripts/build.ts'], {
    env: { ...process.env, NODE_ENV: nodeEnv, BUILD_DIR: buildDir },
    stdio: ['ignore', 'ignore', 'inherit']
  })
  expect(await once(program, 'close')).toEqual([0, null])
  return readFile(join(buildDir, 'current'), 'utf8')
}

/** Restarts the server on the current build. */
async function serve(nodeEnv: string, siteUrl: string, servedDir = buildDir): Promise<string> {
  await server?.stop()
  server = await startServer({
    NODE_ENV: nodeEnv,
    SITE_URL: siteUrl,
    BUILD_DIR: servedDir,
    SITE_DIR: join(folder, 'site'),
    DATA_DIR: folder
  })
  return server.url
}

async function readStatuses(url: string, paths: readonly string[]): Promise<Record<string, number>> {
  const statuses = await Promise.all(
    paths.map(async (path): Promise<[string, number]> => [path, (await fetch(url + path)).status])
  )
  return Object.fromEntries(statuses)
}

/** Builds and serves two builds; the other tests use them, in any order. */
async function buildAndServe(): Promise<void> {
  const asset = '/_astro/before.js'
  const files = { '404.html': 'Lost at sea', 'about.html': 'About', [asset.slice(1)]: '' }
  await makeBuild(buildDir, '0', files)
  const url = await serve('development', 'http://localhost:4321')
  await waitUntilPublished(url)
  const paths = ['/', '/msty', '/about', asset, '/no-such-page']
  const expected = { '/': 200, '/msty': 200, '/about': 200, [asset]: 200, '/no-such-page': 404 }

  let isBuilding = true
  const building = build('development').finally(() => {
    isBuilding = false
  })
  while (isBuilding) {
    expect(await readStatuses(url, paths)).toEqual(expected)
    await setTimeout(300)
  }
  const built = await building
  expect(built > '0').toBe(true)
  expect(await readStatuses(url, paths)).toEqual(expected)
  expect(await (await fetch(url)).text()).toContain('"build":"0"')
  expect(server?.complaints()).toBe('')

  await cp(buildDir, farBuildDir, { recursive: true })
  // A different address renders every page again.
  for (const [nodeEnv, siteUrl, servedDir] of [
    ['development', 'http://localhost:4321', buildDir],
    ['production', 'https://doubloon.example', farBuildDir]
  ] as const) {
    const again = await serve(nodeEnv, siteUrl, servedDir)
    expect(await readStatuses(again, paths)).toEqual(expected)
    expect(await (await fetch(again)).text()).toContain(`<link rel="canonical" href="${siteUrl}/"`)
    const stamp = JSON.parse(await readFile(join(folder, 'site', '.published.json'), 'utf8'))
    expect(stamp.build).toBe(built)
    expect((await fetch(`${again}/.published.json`)).status).toBe(404)
    expect(server?.complaints()).toBe('')
  }
  await waitUntilPublished(server?.url ?? '')
  expect(server?.complaints()).toBe('')
}

let served: Promise<void> | undefined
const serveBuilds = () => {
  served ??= buildAndServe()
  return served
}

test(
  'a new build is served after a restart and not before, and renders with any NODE_ENV',
  serveBuilds,
  300_000
)

test('one build serves two addresses at once, each with its own links, feeds, images and cookies', async () => {
  await serveBuilds()
  const password = 'a password for tests'
  const sites = ['https://one.example', 'http://two.example']
  const started = await Promise.all(
    sites.map(async (site) => {
      const dataDir = await copySqlite('two-funds')
      const running = await startServer({
        SITE_URL: site,
        CONTACT_EMAIL: `crew@${new URL(site).host}`,
        SOCIAL_URL: `${site}/social`,
        SUPPORT_URL: `${site}/support`,
        ADMIN_PASSWORD: password,
        TRUST_PROXY: '1',
        BUILD_DIR: buildDir,
        SITE_DIR: join(dataDir, 'site'),
        DATA_DIR: dataDir
      })
      return { site, dataDir, running }
    })
  )
  for (const { site, dataDir, running } of started) {
    const { url } = running
    await waitUntilPublished(url)
    const read = async (path: string) => (await fetch(url + path)).text()
    for (const path of ['/', '/msty', '/about', '/login', '/blog'])
      expect(await read(path), path).toContain(`<link rel="canonical" href="${site}${path}"`)
    expect(await read('/about')).toContain(`href="${site}/social"`)
    expect(await read('/learn')).toContain(`data-support-url="${site}/support"`)
    expect(await read('/contact')).toContain(`<span>${new URL(site).host.split('.')[0]}`)
    expect(await read('/msty')).toContain(`content="${site}/og/msty.png"`)
    for (const path of ['/rss.xml', '/weeks.xml', '/sitemap.xml', '/robots.txt', '/api/feed?f=MSTY'])
      expect(await read(path), path).toContain(`${site}/`)
    expect(JSON.parse(await read('/openapi.json')).servers).toEqual([{ url: site }])
    const login = await fetch(`${url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password })
    })
    expect(login.headers.get('set-cookie')?.startsWith('__Host-')).toBe(site.startsWith('https:'))
    const other = sites.find((each) => each !== site) ?? ''
    for (const name of await readdir(join(dataDir, 'site'), { recursive: true }))
      if (/\.(?:html|xml|json|ics|txt)$/.test(name))
        expect(await readFile(join(dataDir, 'site', name), 'utf8'), name).not.toContain(new URL(other).host)
    expect(running.complaints()).toBe('')
    await running.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 300_000)

test('a failed rendering rejects with its cause and prints nothing', async () => {
  await serveBuilds()
  const name = await readFile(join(farBuildDir, 'current'), 'utf8')
  const render = await loadRenderer(join(farBuildDir, 'builds', name))
  const printed = [
    vi.spyOn(process.stderr, 'write'),
    vi.spyOn(process.stdout, 'write'),
    vi.spyOn(console, 'error')
  ]
  const site = { url: 'http://localhost:4321', socialUrl: '', supportUrl: '', contactEmail: '' }
  const page: PageModel = { kind: 'robots', closedPaths: [] }
  const failed = await render('/msty', {
    site,
    page,
    time: { today: '2026-06-01', nextClose: '2026-06-01', oldFigures: null }
  }).catch(String)
  const calls = printed.flatMap((spy) => spy.mock.calls)
  vi.restoreAllMocks()
  expect(failed).toMatch(/^Error: rendering \/msty answered 500: .*this page needs a model of the kind fund/)
  expect(calls).toEqual([])
})

test('in every page the policy precedes all scripts, styles and links', async () => {
  await serveBuilds()
  const names = await readdir(join(folder, 'site'), { recursive: true })
  const pages = names.filter((name) => name.endsWith('.html'))
  expect(pages).toEqual(expect.arrayContaining(['about.html', 'login.html', 'index.html', 'msty.html']))
  for (const name of pages) {
    const head = (await readFile(join(folder, 'site', name), 'utf8')).split(
      '<meta http-equiv="content-security-policy"'
    )
    expect(head, name).toHaveLength(2)
    expect(head[0], name).not.toMatch(/<(?:script|style|link)/)
  }
})
