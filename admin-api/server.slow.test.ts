import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { writePage } from './publishing/page-file.ts'
import { copySqlite } from './testing/database.ts'
import { makeBuild } from './testing/fake-build.ts'
import { copyFolder, failToStartIn, makePublishedFolder, readPages, startIn } from './testing/real-server.ts'
import type { RunningServer } from './testing/start-server.ts'
import { waitUntilPublished } from './testing/wait-until-published.ts'

let published: string
let folder: string
let running: RunningServer[]

beforeAll(async () => {
  published = await makePublishedFolder()
})
afterAll(() => rm(published, { recursive: true, force: true }))
beforeEach(async () => {
  folder = await copyFolder(published)
  running = []
})
afterEach(async () => {
  for (const server of running) await server.stop('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

async function start(environment: Record<string, string> = {}): Promise<RunningServer> {
  const server = await startIn(folder, environment)
  running.push(server)
  return server
}

test('another site address writes every page again', async () => {
  const server = await start({ SITE_URL: 'https://doubloon.example' })
  await waitUntilPublished(server.url)
  const { '404.html': _static, ...pages } = await readPages(join(folder, 'site'))
  for (const text of Object.values(pages)) expect(text).toContain('https://doubloon.example')
})

test('the site of an earlier version gets the tiles of the log at the next start, and a stray one is removed', async () => {
  const record = join(folder, 'site/data/record')
  await rm(join(record, 'tile'), { recursive: true })
  await rm(join(record, 'checkpoint'))
  const stray = join(record, 'tile/0/000.p/200')
  await mkdir(dirname(stray), { recursive: true })
  await writeFile(stray, 'of another log')
  await makeBuild(join(folder, 'dist'), 'second')
  const server = await start()
  await waitUntilPublished(server.url)
  const tile = await fetch(`${server.url}/data/record/tile/0/000.p/1`)
  expect([tile.status, (await tile.arrayBuffer()).byteLength]).toEqual([200, 32])
  expect((await fetch(`${server.url}/data/record/tile/entries/000.p/1`)).status).toBe(200)
  expect((await fetch(`${server.url}/data/record/checkpoint`)).status).toBe(200)
  expect(existsSync(stray)).toBe(false)
})

test('with another database no earlier page is served, and going back to the first serves its pages', async () => {
  for (const name of ['msty.html', 'blog/of-the-first.html'])
    await writePage(join(folder, 'site', name), 'of the first database')
  const otherDir = await copySqlite('two-funds')

  const other = await start({ DATA_DIR: otherDir })
  expect((await fetch(`${other.url}/blog/of-the-first`)).status).toBe(404)
  expect(await (await fetch(`${other.url}/msty`)).text()).toContain('"symbol":"MSTY"')
  await other.stop('SIGKILL')
  await rm(otherDir, { recursive: true })

  const back = await start()
  for (const path of ['/', '/msty', '/blog']) expect((await fetch(back.url + path)).status).toBe(200)
})

test('a wrong variable and a missing build stop the start with one sentence', async () => {
  expect(await failToStartIn(folder, { PORT: 'lots' })).toMatch(
    /^Doubloon can't start: PORT must be .*"lots"\.\n$/
  )
  expect(await failToStartIn(folder, { BUILD_DIR: join(folder, 'nowhere') })).toMatch(
    /^Doubloon can't start: there is no built site in .*; run npm run build\.\n$/
  )
})

test('a SITE_DIR with other files stops the start, and nothing in it is touched', async () => {
  const pictures = join(folder, 'pictures')
  await mkdir(pictures)
  await writeFile(join(pictures, 'album.html'), 'a summer')
  expect(await failToStartIn(folder, { SITE_DIR: pictures })).toMatch(
    /SITE_DIR must be a folder of its own, but .*pictures/
  )
  expect(await readdir(pictures)).toEqual(['album.html'])
})

test('a stop behind a proxy first ends readiness and serves requests until the proxy notices', async () => {
  const server = await start({ TRUST_PROXY: '1', STOP_DELAY: '60' })
  const statuses = () =>
    Promise.all(
      ['/api/ready', '/api/ready/pages', '/msty', '/api/health'].map(
        async (path) => (await fetch(server.url + path)).status
      )
    )
  expect(await statuses()).toEqual([200, 200, 200, 200])
  const stopped = server.stop()
  await expect.poll(statuses).toEqual([503, 503, 200, 200])
  // A second signal ends the wait.
  process.kill(server.pid ?? 0, 'SIGTERM')
  await stopped
  expect(server.exitCode()).toBe(0)
})
