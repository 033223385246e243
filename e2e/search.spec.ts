import type { Page } from '@playwright/test'
import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import {
  expect,
  expectAccessibleEverywhere,
  expectNoSidewaysScroll,
  phone,
  settle,
  test,
  visit
} from './test.ts'

async function search(page: Page, symbol: string): Promise<void> {
  await page.getByLabel('ETF symbol').fill(symbol)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
}

function estimator(page: Page) {
  return page.getByRole('region', { name: 'Dividend Estimator' })
}

test('a ticker typed in lower case finds its estimate, and the result has no axe violation', async ({
  page
}) => {
  await visit(page, '/')
  await search(page, 'msty')
  const card = estimator(page)
  await expect(card).toContainText(/\$\d\.\d{4}/)
  await expect(card).toContainText(/80\s?% range/i)
  await expect(card).toContainText('Thu, Jul 9')
  await expect(card).toContainText('July 8, 2026')
  await expect(card).toContainText('Market Pulse Index')
  await expect(card).toContainText('Confidence')
  await expect(page.getByRole('region', { name: 'Payout Calculator' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Dividend History' })).toBeVisible()
  await expect(page.getByRole('link', { name: /seek the top dividends/i })).toBeHidden()
  // The Treasure Map is a fixed panel on the left from 768 px on.
  const map = page.getByRole('complementary', { name: 'Treasure Map' })
  for (const width of [768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(map).toBeInViewport({ ratio: 1 })
    await expect(map).toHaveCSS('position', 'fixed')
    const box = await map.boundingBox()
    expect((box?.x ?? 0) + (box?.width ?? 0) / 2).toBeLessThan(width / 2)
    await expectNoSidewaysScroll(page)
  }
  await expect(
    page.getByRole('region', { name: 'Dividend History' }).getByRole('application', { name: /latest/i })
  ).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone.viewport)
  await expect(map).toBeHidden()
})

test('searching by name suggests funds, and selecting one searches for it', async ({ page }) => {
  await visit(page, '/')
  const input = page.getByLabel('ETF symbol')
  await input.pressSequentially('tesla')
  const options = page.getByRole('option')
  await expect(options).toContainText([/^TSLW/, /^TSLY/, /^TSYY/, /^CRSH/])
  await expect(page.getByRole('status').getByText('4 funds found.')).toBeAttached()
  await options.nth(1).click()
  await expect(estimator(page)).toContainText('TSLY')
  // The result is announced and gets the focus.
  await expect(
    page.getByRole('heading', { name: 'TSLY: YieldMax TSLA Option Income Strategy ETF' })
  ).toBeFocused()
  await expect(page.getByRole('status').filter({ hasText: 'Showing TSLY' })).toHaveCount(1)
  await expect(input).toHaveValue('TSLY')
  await expect(page.getByRole('link', { name: 'Download .ics with the dates of TSLY' })).toHaveAttribute(
    'href',
    '/calendar/tsly.ics'
  )
  await expect(page.getByRole('link', { name: 'Subscribe to the dates of TSLY' })).toHaveAttribute(
    'href',
    /^webcal:\/\/[^/]+\/calendar\/tsly\.ics$/
  )
  await expect(estimator(page)).toContainText('Own-by dateWed, Jul 8')
  await expect(estimator(page)).toContainText('Not confirmed yet: our data ends before these dates.')
})

test('garbage in storage is discarded, the field allows only letters, and rejecting an empty search names the required format', async ({
  page
}) => {
  await page.addInitScript(() => {
    localStorage.setItem('stockData', '{"symbol": 12')
    localStorage.setItem('cardOrder', '["history"]')
    localStorage.setItem('searchLimits', 'x')
  })
  await visit(page, '/')
  await expect(page.getByRole('link', { name: /seek the top dividends/i })).toBeVisible()
  await page.getByLabel('ETF symbol').pressSequentially('1-ÿ!')
  await expect(page.getByLabel('ETF symbol')).toHaveValue('')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  const toast = page.getByRole('alert')
  await expect(toast).toContainText('Invalid Format')
  await expect(toast).toContainText(
    'Symbol must contain 1-5 letters only (no numbers, spaces, or special characters).'
  )
  await search(page, 'MSTY')
  await expect(estimator(page)).toBeVisible()
})

test.describe('rejected searches', () => {
  test.use({
    // A polling request may be running when the connection is lost.
    expectedErrors: /404|429|502|ERR_INTERNET_DISCONNECTED|Failed to load resource|Top tickers/
  })

  test('an unknown fund, a failing server and a lost connection are reported, and the earlier result stays', async ({
    page,
    context
  }) => {
    await page.clock.install()
    await visit(page, '/')
    await search(page, 'TSLY')
    await expect(estimator(page)).toBeVisible()
    await page.clock.fastForward(2000)
    await search(page, 'ABCDE')
    await expect(page.getByRole('alert')).toContainText('Unsupported ETF')
    await expect(page.getByRole('alert')).toContainText(
      'YieldMax, Roundhill, Defiance and GraniteShares YieldBOOST'
    )

    // A message without internals.
    const answer = { status: 502, body: '<html>bad gateway</html>' }
    await page.route('**/api/stock/search', (route) => route.fulfill(answer))
    await page.clock.fastForward(2000)
    await search(page, 'MSTY')
    const notice = page.getByRole('region', { name: 'Notices', exact: true }).getByRole('alert')
    await expect(notice).toContainText('Failed to fetch stock data')
    await page.unroute('**/api/stock/search')

    await context.setOffline(true)
    await page.clock.fastForward(3000)
    await search(page, 'CONY')
    // The card of the first result may show the message, too, if its history had not loaded.
    await expect(notice).toContainText(
      'You appear to be offline. Please check your internet connection and try again.'
    )
    await expect(estimator(page)).toBeVisible()
  })

  test('a fund without an estimate shows a lasting message with a link to its page', async ({ page }) => {
    await visit(page, '/')
    await search(page, 'FEAT')
    const reason = page.getByRole('status').filter({ hasText: /Payments of FEAT are missing here/ })
    await expect(reason).toBeVisible()
    await expect(page.getByRole('alert')).toBeEmpty()
    await reason.getByRole('link', { name: /See what FEAT has paid/ }).click()
    await expect(page).toHaveURL(/\/feat$/)
    await expect(page.getByRole('link', { name: /\.ics/ })).toHaveCount(0)
  })
})

test('a result survives a reload without a shift until the clear button removes it', async ({ page }) => {
  await watchLayoutShift(page)
  await visit(page, '/')
  await search(page, 'YMAX')
  await expect(estimator(page)).toBeVisible()
  await page.reload()
  await expect(estimator(page)).toBeVisible()
  await expect(page.getByLabel('ETF symbol')).toHaveValue('YMAX')
  await settle(page)
  expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
  await page.setViewportSize(phone.viewport)
  await page.reload()
  await expect(estimator(page)).toBeVisible()
  await settle(page)
  expect(await readLayoutShift(page)).toBeLessThan(unseenShift)

  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(estimator(page)).toBeHidden()
  await expect(page.getByRole('link', { name: /seek the top dividends/i })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('ETF symbol')).toHaveValue('')
  await expect(estimator(page)).toBeHidden()
})

test('a link with ?symbol= searches immediately, and Escape clears the search but not the focus', async ({
  page
}) => {
  await visit(page, '/?symbol=xdte')
  await expect(estimator(page)).toContainText('XDTE')
  await page.getByLabel('ETF symbol').press('Escape')
  await expect(estimator(page)).toBeHidden()
  await expect(page.getByLabel('ETF symbol')).toBeFocused()
  await expect(page.getByLabel('ETF symbol')).toHaveValue('')
})

test('cards are reordered with the keyboard; the order is saved, announced and can be reset', async ({
  page
}) => {
  await visit(page, '/')
  await search(page, 'MSTY')
  const titles = () =>
    page.locator('[data-card]').evaluateAll((cards) => cards.map((card) => card.getAttribute('data-card')))
  await expect(estimator(page)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move Dividend Estimator down' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Move Dividend Estimator up' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Move Dividend History down' })).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Reset order' })).toBeHidden()

  await page.getByRole('button', { name: 'Move Dividend Estimator down' }).press('Enter')
  expect(await titles()).toEqual(['calculator', 'estimator', 'history'])
  await expect(page.getByText('Dividend Estimator is now card 2 of 3.')).toBeAttached()
  await expect(page.getByRole('button', { name: 'Move Dividend Estimator down' })).toBeFocused()

  await page.reload()
  await expect(estimator(page)).toBeVisible()
  expect(await titles()).toEqual(['calculator', 'estimator', 'history'])

  await page.getByRole('button', { name: 'Reset order' }).click()
  expect(await titles()).toEqual(['estimator', 'calculator', 'history'])
})
