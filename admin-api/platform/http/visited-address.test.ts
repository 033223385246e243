// Shows the same on any database.
import { mkdir, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { startApi, type TestApi } from '../../testing/api.ts'

const page = `<link rel="canonical" href="http://localhost:4321/msty">
<a href="webcal://localhost:4321/calendar/msty.ics">Apple</a>
<a href="https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Flocalhost%3A4321%2Fcalendar%2Fmsty.ics">Google</a>`
let api: TestApi

afterEach(() => api.close())

async function start(options: Parameters<typeof startApi>[0] = {}): Promise<void> {
  api = await startApi({ content: 'tables', ...options })
  const siteDir = join(api.services.dataDir, 'site')
  await mkdir(siteDir, { recursive: true })
  await writeFile(join(siteDir, 'msty.html'), page)
  await writeFile(join(siteDir, 'sitemap.xml'), '<loc>http://localhost:4321/msty</loc>')
}

/** fetch() would choose the Host header itself. */
function read(path: string, host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(api.url)
    request({ port, path, headers: { host } }, async (response) => {
      resolve(Buffer.concat(await response.toArray()).toString())
    })
      .on('error', reject)
      .end()
  })
}

async function readReasons(): Promise<string> {
  return JSON.stringify((await api.get('/api/health')).body)
}

test('without SITE_URL, pages and files name the address by which a visitor came', async () => {
  await start({ siteHosts: ['nas.test'], services: { givenVariables: [] } })
  expect(await readReasons()).not.toContain('SITE_URL')
  for (const host of ['nas.test:4430', '192.168.1.7:4430', '[fd00::7]:4430', '127.0.0.1:4430'])
    expect(await read('/msty', host)).toBe(
      page.replaceAll('localhost:4321', host).replaceAll('localhost%3A4321', encodeURIComponent(host))
    )
  expect(await read('/sitemap.xml', 'nas.test')).toBe('<loc>http://nas.test/msty</loc>')
  expect(await readReasons()).toContain('SITE_URL is not set, and visitors come by nas.test:4430')
})

test('a name that is none of this service changes nothing', async () => {
  await start({ services: { givenVariables: [] } })
  for (const host of ['evil.test', '203.0.113.7', 'nas.test"><script>', 'localhost:4321'])
    expect(await read('/msty', host), host).toBe(page)
})

test('with SITE_URL its address is used always', async () => {
  await start({ siteUrl: 'https://doubloon.test', services: { givenVariables: ['SITE_URL'] } })
  expect(await read('/msty', '192.168.1.7:4430')).toBe(page)
  expect(await readReasons()).not.toContain('SITE_URL')
})
