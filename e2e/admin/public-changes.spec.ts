import type { HistoryRecord } from '../../admin-api/contract/admin-history.ts'
import { adminMarker } from '../../admin-api/contract/headers.ts'
import { readLayoutShift, unseenShift, watchLayoutShift } from '../layout-shift.ts'
import { expect, expectAccessible, openUnfolded } from '../test.ts'
import { logIn } from './operator.ts'
import { firstPosts, test } from './posts.ts'

test('the old address of a renamed post redirects to the new one', async ({ page, blog }) => {
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

  test('Load More adds each older post once; without JavaScript it links to the archive', async ({
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
    await page.route('**/blog/page/*', (route) => route.abort(), { times: 1 })
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
    await expect(plain.getByRole('heading', { level: 1, name: /^Archive page \d+$/ })).toBeVisible()
    const canonical = await plain.locator('link[rel="canonical"]').getAttribute('href')
    expect(new URL(canonical ?? '').pathname).toBe(new URL(plain.url()).pathname)
    await plain.getByRole('link', { name: '← Newer posts' }).click()
    await expect(plain.getByRole('link', { name: titles.at(-1) ?? '', exact: true })).toBeVisible()
    await context.close()
  })
})

test('the page of a fund shows a payment that the operator corrected, and the date of the correction', async ({
  page
}) => {
  await logIn(page)
  const ticker = 'MSTY'
  const fundPage = `/${ticker.toLowerCase()}`
  const path = '/api/admin/dividend-history'
  const headers = { [adminMarker.name]: adminMarker.value }
  const read = await page.request.get(`${path}?ticker=${ticker}&limit=10`, { headers })
  // Newer records may only be expected, because other tests approve estimates.
  const isPaid = ({ actual_dividend }: HistoryRecord) => actual_dividend !== null
  const record = (await read.json()).data.find(isPaid)
  const write = (actual_dividend: number) =>
    // The server may close an idle connection as the call is sent.
    page.request.put(path, { headers, data: { ...record, actual_dividend }, maxRetries: 2 })

  const corrected = Number((record.actual_dividend * 1.25).toFixed(4))
  expect((await write(corrected)).status()).toBe(200)
  const row = page.getByRole('row').filter({ hasText: 'corrected on' }).first()
  // Requested without opening the page, because rendering it takes seconds.
  await expect.poll(async () => (await page.request.get(fundPage)).text()).toContain('corrected on')
  await openUnfolded(page, fundPage)
  await expect(row).toContainText(/corrected on \w+ \d+, 20\d\d/)
  await expect(row).toContainText(`$${corrected.toFixed(4)}`)
  expect((await write(record.actual_dividend)).status()).toBe(200)
})
