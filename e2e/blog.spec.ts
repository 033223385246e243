import { test } from './posts.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  readLayoutShift,
  settle,
  unseenShift,
  watchLayoutShift
} from './test.ts'

const firstPosts = [
  'How our dividend estimate is made',
  'What a distribution rate is, and what it is not',
  'How to read a payment calendar of weekly payers'
]
const postPath = '/blog/what-a-distribution-rate-is-and-what-it-is-not'

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the archive lists the first posts, and each can be read completely', async ({ page }) => {
    await page.goto('/blog/page/1')
    for (const title of firstPosts) await expect(page.getByRole('link', { name: title })).toBeVisible()
    await page.getByRole('link', { name: firstPosts[1] ?? '' }).click()
    await expect(page).toHaveURL(postPath)
    const article = page.getByRole('article')
    await expect(article.getByRole('heading', { level: 1 })).toHaveText(firstPosts[1] ?? '')
    await expect(article).toContainText('June 9, 2026')
    await expect(article.getByText(/^\d min read$/)).toBeVisible()
    await expect(article.getByRole('row', { name: /MSTY 69\.5% \+45\.0% −79\.4% −34\.5%/ })).toBeVisible()
    await expect(article.getByRole('button', { name: 'Copy link' })).toBeHidden()

    const more = page.getByRole('navigation', { name: 'More posts' })
    await expect(more.getByRole('link', { name: firstPosts[0] ?? '' })).toBeVisible()
    await more.getByRole('link', { name: firstPosts[2] ?? '' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(firstPosts[2] ?? '')
    await page.getByRole('link', { name: 'Back to Blog' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  })

  test('the table of contents of a long post links to its headings', async ({ page }) => {
    await page.goto(postPath)
    const heading = page.getByRole('heading', { name: 'A word on share basis' })
    await page.getByRole('link', { name: 'A word on share basis' }).click()
    await expect(heading).toBeInViewport()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(postPath)
    await page.getByText('In this post').filter({ visible: true }).click()
    await page.getByRole('link', { name: 'A word on share basis' }).click()
    await expect(heading).toBeInViewport()
  })
})

test('social networks see a post as an article, and a reader can copy its address and share it', async ({
  page,
  context
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto(postPath)
  const meta = (name: string) => page.locator(`meta[property="${name}"]`).getAttribute('content')
  expect(await meta('og:type')).toBe('article')
  expect(await meta('article:published_time')).toMatch(/^2026-06-09T/)
  const texts = await page.locator('script[type="application/ld+json"]').allTextContents()
  const posting = texts.map((text) => JSON.parse(text)).find((data) => data['@type'] === 'BlogPosting')
  expect(posting).toMatchObject({
    headline: firstPosts[1],
    datePublished: await meta('article:published_time')
  })
  const address = await page.locator('link[rel="canonical"]').getAttribute('href')
  expect(posting.url).toBe(address)

  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Link copied')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)
  const network = await page.getByRole('link', { name: /Post on X/ }).getAttribute('href')
  expect(new URL(network ?? '').searchParams.get('url')).toBe(address)
})

test('the feed is XML with complete posts and absolute URLs', async ({ page, request }) => {
  const response = await request.get('/rss.xml')
  expect(response.headers()['content-type']).toMatch(/xml/)
  await page.goto('/about')
  const linked = await page.locator('link[type="application/rss+xml"]').getAttribute('href')
  expect(linked).toBe('/rss.xml')
  const items = await page.evaluate(
    (xml) => {
      const feed = new DOMParser().parseFromString(xml, 'application/xml')
      if (feed.querySelector('parsererror') !== null) throw new Error('rss.xml is no XML')
      return [...feed.querySelectorAll('item')].map((item) => ({
        title: item.querySelector('title')?.textContent,
        link: item.querySelector('link')?.textContent,
        content: item.getElementsByTagName('content:encoded')[0]?.textContent ?? ''
      }))
    },
    await response.text()
  )
  const post = items.find(({ title }) => title === firstPosts[1])
  expect(post?.link).toMatch(new RegExp(`^https?://[^/]+${postPath}$`))
  expect(post?.content).toMatch(/href="https?:\/\/[^/]+\/roi-rankings"/)
  expect(items.filter(({ content }) => /(?:href|src)="[/#]/.test(content))).toEqual([])
})

for (const path of ['/blog', postPath]) {
  test(`${path} is accessible in both themes, fits small screens and does not shift`, async ({ page }) => {
    await watchLayoutShift(page)
    await page.goto(path)
    await settle(page)
    expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
    await expectAccessibleEverywhere(page)
    for (const width of [320, 768, 1024]) {
      await page.setViewportSize({ width, height: 800 })
      await expectNoSidewaysScroll(page)
    }
  })
}

test.describe('an address without a post', () => {
  test.use({ expectedErrors: /404/ })

  test('shows an error and links back to the blog', async ({ page }) => {
    const response = await page.goto('/blog/no-such-letter')
    expect(response?.status()).toBe(404)
    await expect(page.getByText('Post not found')).toBeVisible()
    await page.getByRole('link', { name: 'Back to Blog' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Blog' })).toBeVisible()
  })
})

test('a renamed post is also found at its old address', async ({ page, blog }) => {
  const [post] = await blog.write(['A ship outward bound'])
  if (post === undefined) throw new Error('nothing was written')
  const renamed = await blog.rename(post, 'A ship homeward bound')
  await page.goto(`/blog/${post.slug}`)
  await expect(page).toHaveURL(`/blog/${renamed.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: renamed.title })).toBeVisible()
})

test.describe('more posts than one page holds', () => {
  test.use({ expectedErrors: /Failed to fetch posts|Failed to load resource/ })

  const titles = Array.from({ length: 12 }, (_, index) => `Sail no ${index + 1} of the fleet`)

  test('Load More adds the older posts once each; without JavaScript it links to the archive', async ({
    page,
    blog,
    browser,
    baseURL
  }) => {
    await blog.write(titles)
    const cards = page.getByRole('main').getByRole('article')
    const more = page.getByRole('main').getByRole('link', { name: 'Load More' })
    await watchLayoutShift(page)
    await page.goto('/blog')
    await expect(cards).toHaveCount(10)
    // Later shifts follow a click, and count if the response takes over 0.5 s.
    expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
    await page.route('**/api/blog/posts?*', (route) => route.abort(), { times: 1 })
    await more.click()
    await expect(page.getByRole('main').getByRole('alert')).toContainText('couldn’t be loaded')
    await expect(cards).toHaveCount(10)

    await page.getByRole('link', { name: 'Try Again' }).click()
    await expect(cards.nth(10).getByRole('link')).toBeFocused()
    await expect(page.getByRole('main').getByRole('alert')).toBeHidden()
    await expect(page.getByRole('main').getByRole('status')).toHaveText(/^\d+ more posts, \d+ in all\./)
    for (const title of [...titles, ...firstPosts]) {
      await expect(page.getByRole('link', { name: title, exact: true })).toHaveCount(1)
    }
    await expect(more).toBeHidden()
    await expectAccessible(page)

    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? '' })
    const plain = await context.newPage()
    await plain.goto('/blog')
    await plain.getByRole('link', { name: 'Load More' }).click()
    await expect(plain).toHaveURL(/\/blog\/page\/\d+$/)
    await expect(plain.getByRole('heading', { level: 1, name: /^Archive, page \d+$/ })).toBeVisible()
    const canonical = await plain.locator('link[rel="canonical"]').getAttribute('href')
    expect(new URL(canonical ?? '').pathname).toBe(new URL(plain.url()).pathname)
    await plain.getByRole('link', { name: '← Newer posts' }).click()
    await expect(plain.getByRole('link', { name: titles.at(-1) ?? '', exact: true })).toBeVisible()
    await context.close()
  })
})
