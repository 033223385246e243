import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import {
  expect,
  expectAccessibleEverywhere,
  expectDatesOnce,
  expectNoSidewaysScroll,
  listFundPaths,
  phone,
  settle,
  test,
  visit
} from './test.ts'

test('the home page has a search and every fund, nothing shifts or is cut off, no axe violation', async ({
  page
}) => {
  await watchLayoutShift(page)
  await visit(page, '/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Estimate your ETF Dividend Treasure!')
  await expect(page.getByLabel('ETF symbol')).toBeVisible()
  await expect(page.getByText('66 funds, 61 with an estimate.')).toBeVisible()
  const news = page.getByRole('region', { name: 'The last known week' })
  expect((await news.boundingBox())?.y, 'the news starts on the first screen').toBeLessThan(640)
  await expect(news.getByRole('term')).toContainText([/^Ex-date/, /^Expected ex-date/, /^Weekly report/])
  await expect(news.getByRole('link', { name: 'Jun 29–Jul 3, 2026' })).toHaveAttribute(
    'href',
    '/week/2026-07-02'
  )
  // The moves are named next to their week, because the heading is about another one.
  await expect(news.getByRole('definition').filter({ hasText: 'Jun 29–Jul 3, 2026' })).toContainText(
    /in our range\..*Largest raise \w+\s+\+\d+%\.\s+Largest cut \w+\s+−\d+%\./
  )
  // Twelve weeks as proof; an old estimate is no example of a live one.
  await expect(news.getByRole('img', { name: /^Share of payments in our range by week/ })).toBeVisible()
  await expect(news).toContainText(
    /\d+ of \d+ payments \(\d\d%\) in 12 weeks, backtested\. On the line: 80%\./
  )
  await expect(news.getByText('pays next')).toHaveCount(0)
  await expect(page.getByRole('heading', { name: /real-time dividend estimates/i })).toBeVisible()
  await expect(page.getByRole('heading', { name: /share-based calculator/i })).toBeVisible()
  await expect(page.getByRole('heading', { name: /buried treasure countdown/i })).toBeVisible()
  await expect(page.getByRole('heading', { name: /dividend history chart/i })).toBeVisible()
  await expect(page.getByRole('link', { name: /seek the top dividends!/i })).toHaveAttribute(
    'href',
    '/weekly-battle'
  )
  await expect(page.getByRole('link', { name: /dive into the learn page/i })).toHaveAttribute(
    'href',
    '/learn'
  )
  await expect(page.getByText('Beta', { exact: true })).toBeVisible()
  expect(await listFundPaths(page)).toHaveLength(66)
  await expectDatesOnce(page, 3)
  await expectNoSidewaysScroll(page)
  await settle(page)
  expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone.viewport)
  expect((await news.boundingBox())?.y, 'and on the first screen of a phone').toBeLessThan(640)
  await expectDatesOnce(page, 3)
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoSidewaysScroll(page)
})

test.describe('popular searches', () => {
  test.use({ expectedErrors: /Top tickers|Failed to load resource/ })

  test('are fetched at once without moving, and a failed call is only logged', async ({ page }) => {
    await page.clock.install()
    let tickers: string[] | null = ['ULTY', 'YMAX', 'NVDY']
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    await page.route('**/api/search-metrics/top-tickers', async (route) => {
      await released
      return tickers === null ? route.abort() : route.fulfill({ json: { tickers } })
    })
    await page.goto('/')
    await page.evaluate(() => document.fonts.ready)
    const suggested = await page.getByRole('group', { name: 'Try one of these' }).boundingBox()
    release()
    const popular = page.getByRole('group', { name: 'Popular searches' })
    const chips = popular.getByRole('button')
    await expect(chips).toHaveText(tickers)
    expect(await popular.boundingBox()).toMatchObject({ x: suggested?.x, y: suggested?.y })
    tickers = null
    const logged = page.waitForEvent('console', (message) => message.text().includes('Top tickers'))
    await page.clock.fastForward(30_000)
    await logged
    await expect(chips).toHaveText(['ULTY', 'YMAX', 'NVDY'])
    await expect(page.getByRole('alert')).toBeEmpty()
  })
})

test('on a phone a result begins at once: its estimate is within 400 px of the top', async ({ page }) => {
  await page.setViewportSize(phone.viewport)
  await page.goto('/?symbol=MSTY')
  const estimate = page.locator('.figure__value').first()
  await expect(estimate).toContainText('$')
  // Tests have old figures, so a band above the page says how old they are.
  const band = await page.getByRole('complementary', { name: 'Age of the figures' }).boundingBox()
  const { y, height } = (await estimate.boundingBox()) ?? { y: 0, height: 1000 }
  expect(y + height - (band?.height ?? 0)).toBeLessThan(400)
  await expect(page.locator('[data-footer-film]'), 'and no film is below it').toBeHidden()
})

test('without JavaScript the home page still lists the funds with their estimates, and the first poster without a useless button', async ({
  browser,
  baseURL
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/`)
  const msty = page.getByRole('region', { name: 'All funds' }).locator('a[href="/msty"]').first()
  await expect(msty).toContainText(/\$0\.\d{4}/)
  const film = page.locator('[data-footer-film]')
  await film.locator('img').scrollIntoViewIfNeeded()
  await expect(film.locator('img')).toHaveAttribute('src', '/video/night-watch.webp')
  await expect(film.getByRole('button')).toHaveCount(0)
  await context.close()
})

test('the third click on the money bag starts confetti, which ends by itself, and three more are needed again', async ({
  page
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await visit(page, '/')
  const bag = page.getByRole('button', { name: /money bag|shake|treasure bag/i })
  await bag.click()
  await bag.click()
  await expect(page.locator('canvas')).toHaveCount(0)
  await bag.click()
  await expect(page.locator('canvas')).toHaveCount(1)
  await expect(page.locator('canvas')).toHaveCount(0, { timeout: 15_000 })
  // Watched, because a busy machine shows the class for less than the time between two looks.
  const shaken = bag.evaluate(
    (element) =>
      new Promise<void>((resolve) => {
        const whenShaking = () => element.className.includes('shaking') && resolve()
        new MutationObserver(whenShaking).observe(element, { attributeFilter: ['class'] })
      })
  )
  await bag.click()
  await bag.click()
  await shaken
  await expect(page.locator('canvas')).toHaveCount(0)
})

test('scroll=top is removed from the address, reduced motion stops animations, and a chosen theme is saved', async ({
  page
}) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await visit(page, '/?scroll=top')
  await expect(page).toHaveURL(/\/$/)
  expect(await page.evaluate(() => window.scrollY)).toBe(0)

  const bag = page.getByRole('button', { name: /money bag|shake|treasure bag/i })
  for (let click = 0; click < 4; click += 1) await bag.click()
  await expect(page.locator('canvas')).toHaveCount(0)

  await page.getByRole('button', { name: /dark|theme|night/i }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  const transitions = await page.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light'
    return document.getAnimations().filter((animation) => animation instanceof CSSTransition).length
  })
  expect(transitions, 'transitions started by a theme change').toBe(0)
  // Set before the first paint of the next visit.
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('the list of all funds is filtered by ticker, name, issuer and frequency', async ({ page }) => {
  await visit(page, '/')
  const list = page.getByRole('region', { name: 'All funds' })
  const field = list.getByLabel('Filter the list')
  await field.fill('nvdy')
  await expect(list.getByRole('listitem')).toHaveCount(1)
  await expect(list.getByRole('status')).toHaveText(/^1 of \d+ funds$/)
  await field.fill('defiance monthly')
  await expect(list.getByRole('heading', { level: 3 })).toHaveText(/Defiance/)
  await field.fill('no such fund')
  await expect(list.getByRole('status')).toHaveText('No fund matches.')
  await field.fill('')
  expect(await list.getByRole('listitem').count()).toBeGreaterThan(60)
})
