import { HtmlValidate } from 'html-validate'
import { findAvoided } from './avoided-phrases.ts'
import { type Crawled, crawl, isAllowed, type PageFacts } from './crawl.ts'
import { expect, test } from './test.ts'

/** Links of footer, header, floating menu and sitemap page. */
const promised = [
  '/',
  '/weekly-battle',
  '/fleet',
  '/roi-rankings',
  '/calendar',
  '/compare',
  '/funds',
  '/income-calculator',
  '/accuracy',
  '/weeks',
  '/week/2026-07-02',
  '/learn',
  '/blog',
  '/about',
  '/accessibility',
  '/contact',
  '/disclaimer',
  '/privacy',
  '/terms-of-use',
  '/sitemap',
  '/developers',
  '/msty'
]

test.describe('a crawler that follows every link from the home page and sitemap.xml', () => {
  // In one worker: all tests use the result of one crawl.
  test.describe.configure({ mode: 'default' })

  let site: Crawled
  let listed: string[]

  test.beforeAll(async ({ browser, playwright, baseURL }) => {
    test.setTimeout(180_000) // Parses about two hundred pages.
    const request = await playwright.request.newContext({ baseURL: baseURL ?? '' })
    const page = await browser.newPage()
    const sitemap = await (await request.get('/sitemap.xml')).text()
    listed = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map((match) => new URL(match[1] ?? '').pathname)
    site = await crawl(request, page, ['/', ...listed])
    await page.close()
    await request.dispose()
  })

  function expectOfEach(findFault: (facts: PageFacts, path: string) => unknown): void {
    const faults = [...site.pages].flatMap(([path, facts]) => {
      const fault = findFault(facts, path)
      return fault === null || fault === false ? [] : [`${path}: ${String(fault)}`]
    })
    expect(faults).toEqual([])
  }

  test('finds no broken link, asset or anchor', () => {
    expect(site.broken).toEqual([])
    expect([...site.pages.keys()]).toEqual(expect.arrayContaining(promised))
    expect(site.pages.size).toBeGreaterThan(66)
  })

  test('finds every page it can reach in sitemap.xml, once, and nothing else', () => {
    expect(listed.toSorted()).toEqual([...new Set(listed)].sort())
    expect(listed.toSorted()).toEqual([...site.pages.keys()].sort())
  })

  test('finds a unique title and description on every page', () => {
    const seen = new Map<string, string>()
    expectOfEach(({ title, description }, path) => {
      const twin = seen.get(title) ?? seen.get(description)
      seen.set(title, path).set(description, path)
      if (twin !== undefined) return `same title or description as ${twin}`
      return title.length >= 10 && description.length >= 50 ? null : `'${title}', '${description}'`
    })
  })

  test('finds every heading in one typeface', () => {
    expectOfEach(({ mixed }) => mixed.length > 0 && mixed.join(', '))
  })

  test('finds exactly one level-1 heading on every page', () => {
    expectOfEach(({ headings }) => headings !== 1 && `${headings} h1`)
  })

  test('finds that every page is its own canonical URL', () => {
    const origins = new Set([...site.pages.values()].map(({ canonical }) => new URL(canonical).origin))
    expect(origins.size).toBe(1)
    expectOfEach(({ canonical }, path) => new URL(canonical).pathname !== path && canonical)
  })

  test('finds structured data that is valid JSON of a known type on every page', () => {
    expectOfEach(({ jsonLd }) => {
      const data = jsonLd.map((text) => JSON.parse(text) as Record<string, unknown>)
      const isComplete = data.every(
        (item) =>
          item['@context'] === 'https://schema.org' &&
          item['@type'] &&
          (item['@type'] !== 'Dataset' ||
            (/creativecommons/.test(`${item['license']}`) && item['distribution']))
      )
      return data.length > 0 && isComplete ? null : jsonLd.join(' ')
    })
  })

  test('finds breadcrumbs on all pages except two, and structured questions in the guide', () => {
    const typesOf = ({ jsonLd }: PageFacts) => jsonLd.map((text) => JSON.parse(text)['@type'])
    const withoutTrail = [...site.pages].filter(([, facts]) => !typesOf(facts).includes('BreadcrumbList'))
    expect(withoutTrail.map(([path]) => path).toSorted()).toEqual(['/', '/funds'])
    const guide = site.pages.get('/learn')
    expect(guide && typesOf(guide)).toEqual(['BreadcrumbList', 'WebPage', 'TechArticle', 'FAQPage'])
  })

  test('finds no inline style, no inline handler and no image without alt text', () => {
    expectOfEach(({ faults }) => faults.length > 0 && faults.slice(0, 3).join('\n'))
  })

  test('finds HTML that html-validate accepts on every kind of page', () => {
    const validator = new HtmlValidate({ extends: ['html-validate:standard'] })
    const seen = new Set<string>()
    expectOfEach(({ html }, path) => {
      // Pages of one kind have the same elements: one of each is enough, because a page takes 0.1 seconds.
      const kind = path.replace(/^\/(?!blog$)[a-z]{3,4}$/, '/fund').replace(/^(\/[a-z]+)\/.*/, '$1/')
      if (seen.has(kind)) return false
      seen.add(kind)
      const { results } = validator.validateStringSync(html)
      const faults = results.flatMap(({ messages }) => messages)
      return (
        faults.length > 0 &&
        faults
          .slice(0, 5)
          .map(({ ruleId, message }) => `${ruleId}: ${message}`)
          .join('; ')
      )
    })
  })

  test('finds plain American English on every page', () => {
    expectOfEach(({ text, title, description }) => {
      const found = findAvoided(`${title} ${description} ${text}`, true)
      return (
        found.length > 0 && found.map(({ phrase, instead }) => `'${phrase}', use '${instead}'`).join('; ')
      )
    })
  })

  test('finds a space between all words that only styles separate', () => {
    expectOfEach(({ joined }) => joined.length > 0 && joined.slice(0, 5).join('; '))
  })

  test('finds a policy on every page that lists every inline script and style by its hash', () => {
    expectOfEach(({ policy, inline, early }) => {
      if (!policy.includes("default-src 'none'") || policy.includes('unsafe')) return policy || 'no policy'
      const unknown = inline.find(({ kind, text }) => !isAllowed(policy, kind, text))
      if (unknown !== undefined) return `unknown ${unknown.kind}: ${unknown.text.slice(0, 120)}`
      return early.some((text) => !isAllowed(policy, 'script', text)) && 'a script before the policy'
    })
  })
})
