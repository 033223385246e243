import type { APIRequestContext } from '@playwright/test'
import { expect, test } from './test.ts'

test('sitemap.xml lists every fund with the date of its figures, and texts without a date', async ({
  request,
  page
}) => {
  const response = await request.get('/sitemap.xml')
  expect(response.headers()['content-type']).toMatch(/xml/)
  await page.goto('/')
  const urls = await page.evaluate(
    (xml) => {
      const parsed = new DOMParser().parseFromString(xml, 'application/xml')
      if (parsed.querySelector('parsererror') !== null) throw new Error('sitemap.xml is not XML')
      return [...parsed.querySelectorAll('url')].map((url) => ({
        path: new URL(url.querySelector('loc')?.textContent ?? '').pathname,
        day: url.querySelector('lastmod')?.textContent ?? null
      }))
    },
    await response.text()
  )
  expect(urls).toContainEqual({ path: '/msty', day: '2026-07-08' })
  expect(urls).toContainEqual({ path: '/', day: '2026-07-08' })
  expect(urls).toContainEqual({ path: '/terms-of-use', day: null })
  expect(urls.filter(({ path }) => /^\/(?:admin|login|404|sitemap\.xml|robots\.txt)/.test(path))).toEqual([])
})

test('security.txt says where to report a fault, for a year', async ({ request }) => {
  const response = await request.get('/.well-known/security.txt')
  expect(response.headers()['content-type']).toBe('text/plain; charset=utf-8')
  const lines = (await response.text()).split('\n')
  const expires = Date.parse(
    lines.find((line) => line.startsWith('Expires: '))?.slice('Expires: '.length) ?? ''
  )
  expect(lines).toContain('Contact: mailto:ahoy@doubloon.example')
  // RFC 9116 recommends less than a year. The server's day may be the one before.
  expect((expires - Date.now()) / 86_400_000).toBeCloseTo(364, -1)
})

test('robots.txt allows the site, disallows admin pages, and names the sitemap', async ({ request }) => {
  const response = await request.get('/robots.txt')
  expect(response.headers()['content-type']).toMatch(/^text\/plain/)
  const lines = (await response.text()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Allow: /',
      'Disallow: /admin',
      'Disallow: /login',
      'Disallow: /api/'
    ])
  )
  expect(lines.find((line) => line.startsWith('Sitemap:'))).toMatch(
    /^Sitemap: https?:\/\/[^/]+\/sitemap\.xml$/
  )
})

test('every page can be shared: social networks get the same data as search engines, which get structured data', async ({
  page,
  request
}) => {
  const structured = new Map<string, ReturnType<typeof JSON.parse>[]>()
  const pictures = new Map<string, string>()
  for (const path of ['/', '/msty', '/week/2026-07-02']) {
    await page.goto(path)
    const meta = (name: string) =>
      page.locator(`meta[property="${name}"], meta[name="${name}"]`).getAttribute('content')
    const canonical = await page.locator('link[rel="canonical"]').getAttribute('href')
    expect(new URL(canonical ?? '').pathname).toBe(path)
    expect(await meta('robots')).toBe('index, follow')
    expect(await meta('og:title')).toBe(await page.title())
    if (path === '/msty') expect(await page.title()).toContain('MSTY')
    expect(await meta('twitter:title')).toBe(await page.title())
    expect(await meta('og:description')).toBe(await meta('description'))
    expect(await meta('twitter:description')).toBe(await meta('description'))
    expect(await meta('og:url')).toBe(canonical)
    for (const language of ['x-default', 'en', 'en-US']) {
      expect(await page.locator(`link[hreflang="${language}"]`).getAttribute('href')).toBe(canonical)
    }
    expect(await meta('twitter:card')).toBe('summary_large_image')
    expect(await meta('twitter:image')).toBe(await meta('og:image'))
    expect(await meta('twitter:image:alt')).toBe(await meta('og:image:alt'))
    const picture = new URL((await meta('og:image')) ?? '').pathname
    expect(await sizeOfPng(request, picture)).toBe(
      `${await meta('og:image:width')}x${await meta('og:image:height')}`
    )
    const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
    structured.set(
      path,
      texts.map((text) => JSON.parse(text))
    )
    pictures.set(path, (await meta('og:image:alt')) ?? '')
  }

  // A link with ?symbol= searches; see e2e/search.spec.ts.
  const site = structured.get('/')?.find((data) => data['@type'] === 'WebSite')
  expect(new URL(site.potentialAction.target.urlTemplate).search).toBe('?symbol={symbol}')

  const [trail, product, history] = structured.get('/msty') ?? []
  expect(trail['@type']).toBe('BreadcrumbList')
  const names = trail.itemListElement.map(({ name }: { name: string }) => name)
  expect(names).toEqual(['Home', 'All funds', 'MSTY'])
  expect(product).toMatchObject({ '@type': 'FinancialProduct', alternateName: 'MSTY' })
  expect(history).toMatchObject({ '@type': 'Dataset', about: { '@id': product['@id'] } })
  expect(history.temporalCoverage).toMatch(/^\d{4}-\d\d-\d\d\/2026-07-\d\d$/)

  expect(pictures.get('/msty')).toMatch(
    /^MSTY: \$0\.\d{4} a share estimated, 80% range \$0\.\d{4} to \$0\.\d{4}, .* as of July 8, 2026;/
  )
  expect(pictures.get('/week/2026-07-02')).toMatch(
    /^Weekly report: Jun 29–Jul 3, 2026: \d+ of \d+ payments landed in our range/
  )
})

test('a shared fund or week has its own image', async ({ request }) => {
  const picture = await request.get('/og/msty.png')
  const { length } = await picture.body()
  expect(length).toBeGreaterThan(20_000)
  expect(length).toBeLessThan(90_000)
  expect(picture.headers()['cache-control']).toBe('no-cache')
  const etag = picture.headers()['etag'] ?? ''
  expect((await request.get('/og/msty.png', { headers: { 'if-none-match': etag } })).status()).toBe(304)
  expect(length).not.toBe((await (await request.get('/og.png')).body()).length)
  expect(await sizeOfPng(request, '/og/week/2026-07-02.png')).toBe('1200x630')
  expect((await request.get('/og/nosuch.png')).status()).toBe(404)
})

test('icons, social image and manifest are valid', async ({ request }) => {
  const manifest = await (await request.get('/site.webmanifest')).json()
  expect(manifest).toMatchObject({ id: '/', start_url: '/', scope: '/', lang: 'en' })
  const purposes = manifest.icons.map(({ purpose = 'any' }: { purpose?: string }) => purpose)
  expect(purposes).toEqual(expect.arrayContaining(['any', 'maskable']))
  for (const { src, sizes, type } of manifest.icons as { src: string; sizes: string; type: string }[]) {
    if (type === 'image/png') expect(await sizeOfPng(request, src)).toBe(sizes)
    else expect((await request.get(src)).headers()['content-type']).toContain(type)
  }
  expect(await sizeOfPng(request, '/icon-180.png')).toBe('180x180')
  expect(await sizeOfPng(request, '/og.png')).toBe('1200x630')
  expect((await request.get('/favicon.ico')).status()).toBe(200)
})

async function sizeOfPng(request: APIRequestContext, path: string): Promise<string> {
  const response = await request.get(path)
  expect(response.headers()['content-type']).toBe('image/png')
  const bytes = await response.body()
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return `${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`
}
