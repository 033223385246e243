import { firstPosts } from './admin/posts.ts'
import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import { expect, expectAccessibleEverywhere, expectNoSidewaysScroll, settle, test } from './test.ts'

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
      if (feed.querySelector('parsererror') !== null) throw new Error('rss.xml is not XML')
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
