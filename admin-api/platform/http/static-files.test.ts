// Shows the same on any database.
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorPage } from '../../contract/pages.ts'
import { startApi, type TestApi } from '../../testing/api.ts'

const plain = { 'accept-encoding': 'identity' }
let folder: string
let siteDir: string
let api: TestApi

function htmlOf(text: string): string {
  return `<!doctype html><head><meta name="robots" content="index, follow"></head><p>${text}</p>`
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'doubloon-site-'))
  siteDir = join(folder, 'site')
  await mkdir(join(siteDir, '_astro'), { recursive: true })
  await mkdir(join(siteDir, 'blog'))
  await mkdir(join(siteDir, 'data'))
  await mkdir(join(siteDir, 'og'))
  const files: Record<string, string | Buffer> = {
    'index.html': htmlOf('home'),
    'msty.html': htmlOf('MSTY'),
    'msty.html.br': brotliCompressSync(htmlOf('MSTY')),
    'about.html': htmlOf('about'),
    'rewritten.html': htmlOf('before'),
    'blog.html': htmlOf('blog'),
    'blog/first.html': htmlOf('first post'),
    'admin.html': htmlOf('admin'),
    'admin-blog.html': htmlOf('blog admin'),
    'login.html': htmlOf('login'),
    'admiral.html': htmlOf('admiral'),
    '404.html': htmlOf('Lost at sea'),
    '404.html.br': brotliCompressSync(htmlOf('Lost at sea')),
    '500.html': htmlOf(`Aground, ${errorPage.reference}`),
    // A folder in place of a page can't be read.
    'unreadable.html/x': '',
    '_astro/app.AbC123.js': 'let ship',
    '_astro/app.AbC123.js.br': brotliCompressSync('let ship'),
    'data/msty.json': '{"symbol":"MSTY"}',
    'data/msty.json.br': brotliCompressSync('{"symbol":"MSTY"}'),
    'data/msty-payments.csv': 'symbol\r\nMSTY\r\n',
    'data/msty-payments.csv.br': brotliCompressSync('symbol\r\nMSTY\r\n'),
    'data/model.yml': 'model: estimate\n',
    'data/model.yml.br': brotliCompressSync('model: estimate\n'),
    'og/msty.png': 'a picture',
    'favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'sail.mp4': '0123456789',
    '.env': 'SECRET=1',
    '../secret.html': htmlOf('secret'),
    '../secret.txt': 'secret'
  }
  await mkdir(join(siteDir, 'unreadable.html'))
  for (const [name, content] of Object.entries(files)) await writeFile(join(siteDir, name), content)
  const isWaiting = (path: string) => ['/blog/unrendered', '/data/new.json'].includes(path)
  api = await startApi({ content: 'tables', siteDir, isWaiting, previewHosts: ['staging.example'] })
})
afterAll(async () => {
  await api.close()
  await rm(folder, { recursive: true })
})

/** Sends the path as written: fetch would normalize it first, and choose the Host header itself. */
function getRaw(path: string, headers: Record<string, string> = {}) {
  return new Promise<{ status: number; headers: Record<string, unknown>; body: string }>(
    (resolve, reject) => {
      const { port } = new URL(api.url)
      const call = request({ port, path, headers }, async (response) => {
        const chunks = await response.toArray()
        const body = Buffer.concat(chunks).toString('utf8')
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body })
      })
      call.on('error', reject).end()
    }
  )
}

test.each([
  ['/', 'home'],
  ['/msty', 'MSTY'],
  ['/about', 'about'],
  ['/blog', 'blog'],
  ['/blog/first', 'first post']
])('%s is a page that browsers revalidate each time', async (path, text) => {
  const { status, headers, body } = await api.get(path, plain)
  expect([status, body]).toEqual([200, htmlOf(text)])
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
  expect(headers.get('x-robots-tag')).toBeNull()
  const again = await getRaw(path, { 'if-none-match': headers.get('etag') ?? '' })
  expect([again.status, again.body]).toEqual([304, ''])
})

test('a page that was rewritten is served in its new version', async () => {
  expect((await api.get('/rewritten', plain)).body).toBe(htmlOf('before'))
  await writeFile(join(siteDir, 'rewritten.html'), htmlOf('after'))
  expect((await api.get('/rewritten', plain)).body).toBe(htmlOf('after'))
  await rm(join(siteDir, 'rewritten.html'))
  expect((await api.get('/rewritten', plain)).status).toBe(404)
})

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['identity', null]
])('a caller that accepts %s gets %s', async (accepted, encoding) => {
  const { headers, body } = await api.get('/msty', { 'accept-encoding': accepted })
  expect(headers.get('content-encoding')).toBe(encoding)
  expect(headers.get('vary')).toContain('Accept-Encoding')
  expect(body).toBe(htmlOf('MSTY')) // fetch() decompresses it.
})

test('built files may be cached for a year, others are revalidated', async () => {
  const script = await api.get('/_astro/app.AbC123.js', { 'accept-encoding': 'br' })
  expect([script.status, script.body]).toEqual([200, 'let ship'])
  expect(script.headers.get('content-encoding')).toBe('br')
  expect(script.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const uncompressed = await api.get('/_astro/app.AbC123.js', plain)
  expect([uncompressed.headers.get('content-encoding'), uncompressed.body]).toEqual([null, 'let ship'])
  expect((await api.get('/favicon.svg')).headers.get('cache-control')).toBe('no-cache')
})

test.each([
  ['/data/msty.json', /^application\/json$/],
  ['/data/msty-payments.csv', /^text\/csv/],
  ['/data/model.yml', /^text\/yaml/]
])(
  '%s may be read by pages of any site, compressed, and is not sent again while it is unchanged',
  async (path, type) => {
    const { status, headers } = await api.get(path, {
      origin: 'https://other.example',
      'accept-encoding': 'br'
    })
    expect([status, headers.get('access-control-allow-origin'), headers.get('content-encoding')]).toEqual([
      200,
      '*',
      'br'
    ])
    expect(headers.get('content-type')).toMatch(type)
    expect(headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(headers.get('vary')).toContain('Accept-Encoding')
    const known = { 'if-none-match': headers.get('etag') ?? '', 'accept-encoding': 'br' }
    const unchanged = await getRaw(path, known)
    expect([unchanged.status, unchanged.body, unchanged.headers['access-control-allow-origin']]).toEqual([
      304,
      '',
      '*'
    ])
  }
)

test('a file has the same ETag on every instance, whenever it was written there', async () => {
  for (const path of ['/data/msty.json', '/favicon.svg', '/og/msty.png']) {
    const tags = []
    for (const writtenAt of [1_780_000_000, 1_790_000_000]) {
      await utimes(join(siteDir, path), writtenAt, writtenAt)
      tags.push((await api.get(path, plain)).headers.get('etag'))
    }
    expect(tags[0], path).not.toBeNull()
    expect(tags[1], path).toBe(tags[0])
  }
})

test('other files may not be read by pages of other sites', async () => {
  for (const path of ['/', '/msty', '/favicon.svg', '/api/health', '/database']) {
    const { headers } = await api.get(path, { origin: 'https://other.example' })
    expect(headers.get('access-control-allow-origin'), path).toBeNull()
    expect(headers.get('cross-origin-resource-policy'), path).toBe('same-origin')
  }
})

test('a range of a video can be requested', async () => {
  const { status, headers, body } = await api.get('/sail.mp4', { range: 'bytes=2-4' })
  expect([status, headers.get('content-range'), body]).toEqual([206, 'bytes 2-4/10', '234'])
})

test.each([
  ['/MSTY', '/msty'],
  ['/Msty/', '/msty'],
  ['/msty/', '/msty'],
  ['/msty.html', '/msty'],
  ['/index', '/'],
  ['/index.html', '/'],
  ['//msty', '/msty'],
  ['/blog/first/', '/blog/first'],
  ['/MSTY?shares=100', '/msty?shares=100']
])('%s redirects permanently to %s', async (path, canonical) => {
  const { status, headers } = await getRaw(path)
  expect([status, headers['location']]).toEqual([301, canonical])
})

test.each([
  '/nothing',
  '/NOTHING',
  '/nothing/',
  '//evil.example/',
  '//evil.example/%2e%2e',
  '/blog/',
  '/_astro/',
  '/_astro',
  '/.env',
  '/%2eenv',
  '/../secret',
  '/../secret.txt',
  '/%2e%2e/secret.txt',
  '/..%2fsecret.txt',
  '/..%5csecret.txt',
  '/blog/../../secret.txt',
  '/msty%00.html',
  '/%',
  '/%E0%A4%A',
  '/a'.repeat(3000)
])('%s is not found, or redirects within the site', async (path) => {
  const { length: loggedBefore } = api.logged
  const { status, headers, body } = await getRaw(path)
  if (status === 301) expect(headers['location']).toBe('/blog')
  else expect([400, 404]).toContain(status)
  expect(body).not.toContain('secret')
  expect(body).not.toContain('SECRET')
  expect(api.logged.slice(loggedBefore)).toEqual([])
})

test.each(['/unreadable', '/blog/unrendered', '/Blog/Unrendered/'])(
  '%s, which exists but cannot be sent, shows an error page with the request id',
  async (path) => {
    const { status, body, headers } = await api.get(path, { accept: 'text/html,*/*;q=0.8' })
    const reference = headers.get('x-request-id')
    expect([status, body]).toEqual([500, htmlOf(`Aground, ${reference}`)])
    expect(headers.get('cache-control')).toBe('no-store')
    expect(JSON.parse(api.logged.at(-1) ?? '')).toMatchObject({ requestId: reference })
    expect(await api.get(path, { accept: 'application/json' })).toMatchObject({
      status: 500,
      body: { message: expect.stringMatching(/\(Reference [\da-f-]{13}\)$/) }
    })
  }
)

test.each(['/nothing', '/404', '/500'])('%s shows the page for unknown addresses', async (path) => {
  const { status, headers, body } = await api.get(path)
  expect([status, body]).toEqual([404, htmlOf('Lost at sea')])
  expect(headers.get('cache-control')).toBe('no-cache')
})

test('the page for unknown addresses is sent compressed', async () => {
  const { status, headers, body } = await api.get('/nothing', { 'accept-encoding': 'br' })
  expect([status, headers.get('content-encoding'), body]).toEqual([404, 'br', htmlOf('Lost at sea')])
})

test.each(['OPTIONS', 'POST', 'PUT', 'DELETE'])('%s is not allowed on any page or file', async (method) => {
  const { length: loggedBefore } = api.logged
  // A page that waits to be rendered, too: it is not looked up.
  for (const path of ['/msty', '/nothing', '/blog/unrendered', '/favicon.svg']) {
    const response = await fetch(api.url + path, { method })
    expect([response.status, response.headers.get('allow')], path).toEqual([405, 'GET, HEAD'])
    expect((await response.text()).length).toBeLessThan(50)
  }
  expect(api.logged.slice(loggedBefore)).toEqual([])
})

test('HEAD sends no body', async () => {
  const head = await fetch(`${api.url}/msty`, { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
})

test.each(['doubloon.user.replit.app', 'a.REPLIT.dev', 'x.repl.co:443', 'staging.example'])(
  'on the preview host %s nothing may be indexed',
  async (host) => {
    const page = await getRaw('/msty', { host, 'accept-encoding': 'br' })
    expect(page.headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(page.body).toBe(htmlOf('MSTY').replace('index, follow', 'noindex, nofollow'))
    expect((await getRaw('/nothing', { host })).body).toContain('content="noindex, nofollow"')
    expect((await getRaw('/favicon.svg', { host })).headers['x-robots-tag']).toBe('noindex, nofollow')
  }
)

test('a forwarded preview host changes no response for the site’s own address', async () => {
  const forwarded = { 'x-forwarded-host': 'a.replit.app' }
  const own = await getRaw('/msty', { ...forwarded, host: 'localhost:4321' })
  expect([own.headers['x-robots-tag'], own.body]).toEqual([undefined, htmlOf('MSTY')])
  expect(own.headers['vary']).not.toContain('X-Forwarded-Host')
  // A proxy that doesn't pass on the Host header.
  const other = await getRaw('/msty', { ...forwarded, host: '10.0.0.7:4321' })
  expect(other.headers['x-robots-tag']).toBe('noindex, nofollow')
  expect(other.headers['vary']).toContain('X-Forwarded-Host')
})

test.each(['/data/MSTY.json', '/Data/msty.JSON', '/data/New.json'])(
  '%s redirects to its address in small letters, even while the file waits',
  async (path) => {
    const { status, headers } = await getRaw(path)
    expect([status, headers['location']]).toEqual([301, path.toLowerCase()])
    expect(api.logged.filter((line) => line.includes(path))).toEqual([])
  }
)

test.each(['/admin', '/admin-blog', '/login', '/Admin', '/login/', '/admin.html', '/admin-blog?post=1'])(
  '%s is hidden from search engines',
  async (path) => {
    const { status, headers } = await getRaw(path)
    expect([200, 301]).toContain(status)
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
  }
)

test('a page whose name only begins like an admin page is not hidden', async () => {
  const { status, headers } = await getRaw('/admiral')
  expect([status, headers['x-robots-tag']]).toEqual([200, undefined])
})

test('a host that only looks like a preview host may be indexed', async () => {
  const { headers, body } = await getRaw('/msty', { host: 'replit.app.example' })
  expect(headers['x-robots-tag']).toBeUndefined()
  expect(body).toContain('content="index, follow"')
})
