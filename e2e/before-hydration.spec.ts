import { brotliCompressSync, constants } from 'node:zlib'
import type { Page } from '@playwright/test'
import { waitForResponses } from './quiet-network.ts'
import { operatorPassword } from './server.ts'
import { expect, test } from './test.ts'

/** Holds all scripts, so that no island is hydrated until they are released. @returns function that releases them */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve()
}

const countHydrated = (page: Page) => page.locator('astro-island:not([ssr])').count()

test('a search submitted before the script has loaded is run afterwards', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  const field = page.getByRole('combobox', { name: 'ETF symbol' })
  await field.pressSequentially('ulty')
  await field.press('Enter')
  expect(await countHydrated(page)).toBe(0)
  release()
  await expect(page.getByRole('heading', { name: /^ULTY: / })).toBeFocused()
  await expect(field).toHaveValue('ULTY')
})

test.describe('without a connection', () => {
  test.use({ expectedErrors: /ERR_INTERNET_DISCONNECTED|Failed to (?:fetch|load)|hydrating|Top tickers/ })

  test('a search before the first touch says so on the page, and works once the connection is back', async ({
    page,
    context
  }) => {
    await page.goto('/')
    await context.setOffline(true)
    const field = page.getByRole('combobox', { name: 'ETF symbol' })
    await field.pressSequentially('ulty')
    await field.press('Enter')
    const notice = page.getByRole('region', { name: 'Notices', exact: true }).getByRole('alert')
    await expect(notice.getByText('Error', { exact: true })).toBeVisible()
    await expect(
      notice.getByText('You appear to be offline. Please check your internet connection and try again.', {
        exact: true
      })
    ).toBeVisible()
    await expect(page).toHaveURL(/\/$/)
    await expect(field).toHaveValue('ulty')

    await context.setOffline(false)
    await field.press('Enter')
    await expect(page.getByRole('heading', { name: /^ULTY: / })).toBeFocused()
    await expect(page.getByText('Part of this page didn’t load')).toHaveCount(0)
  })
})

test('a password submitted before the script has loaded logs in afterwards', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/login', { waitUntil: 'commit' })
  const field = page.getByLabel('Password', { exact: true })
  await field.pressSequentially(operatorPassword)
  await field.press('Enter')
  expect(await countHydrated(page)).toBe(0)
  release()
  await expect(page.getByRole('heading', { name: 'The Captain’s Bridge' })).toBeVisible()
})

test('a calculator button and typed shares are applied when the script loads later', async ({ page }) => {
  const releaseFirst = await holdScripts(page)
  await page.goto('/msty', { waitUntil: 'commit' })
  const card = page.getByRole('region', { name: 'Payout Calculator' })
  await card.getByRole('button', { name: '50 shares', exact: true }).click()
  expect(await countHydrated(page)).toBe(0)
  releaseFirst()
  await expect(card.getByLabel('Your shares')).toHaveValue('50')
  await expect(card.getByRole('button', { name: '50 shares', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true'
  )

  const releaseAgain = await holdScripts(page)
  await page.goto('/msty', { waitUntil: 'commit' })
  await card.getByLabel('Your shares').click()
  await card.getByLabel('Your shares').pressSequentially('1234')
  expect(await countHydrated(page)).toBe(0)
  releaseAgain()
  await expect(card.getByLabel('Your shares')).toHaveValue('1,234')
  await expect(card.getByRole('link', { name: /^Share 1,234 shares/ })).toBeVisible()
})

test('the keyboard chooses a payment in the chart, and React is not loaded before', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (sent) => {
    if (sent.resourceType() === 'script') scripts.push(new URL(sent.url()).pathname)
  })
  await page.goto('/msty')
  await waitForResponses(page)
  const release = await holdScripts(page)
  expect(scripts.filter((path) => path.includes('/react.'))).toEqual([])
  const chart = page.getByRole('application', { name: /latest 18 payments/ })
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  release()
  await expect(chart).toContainText('Of the highest')
  await expect(chart).toBeFocused()
})

test('without JavaScript the search opens the page of the fund', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  for (const [text, path] of [
    ['msty', '/msty'],
    ['tesla', '/funds?q=tesla']
  ] as const) {
    await page.goto(`${baseURL}/`)
    await page.getByRole('combobox', { name: 'ETF symbol' }).fill(text)
    await page.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(`${baseURL}${path}`)
  }
  await context.close()
})

test('home and fund pages are within their HTML budgets', async ({ request }) => {
  const asServed = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  for (const [path, raw, compressed] of [
    ['/', 140_000, 25_000],
    ['/msty', 95_000, 21_100],
    ['/qdte', 98_000, 21_100]
  ] as const) {
    const html = await (await request.get(path)).body()
    expect(html.length, path).toBeLessThan(raw)
    expect(brotliCompressSync(html, asServed).length, path).toBeLessThan(compressed)
  }
})
