import { brotliCompressSync, constants } from 'node:zlib'
import type { Page } from '@playwright/test'
import { expect, test } from './test.ts'

/** Holds all scripts, so that everything in between happens before an island is hydrated. @returns what lets them load */
async function holdScripts(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/_astro/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve()
}

const isHydrated = (page: Page) => page.locator('astro-island:not([ssr])').count()

test('a search that is typed and sent before the script came is done', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('/', { waitUntil: 'commit' })
  const field = page.getByRole('combobox', { name: 'ETF symbol' })
  await field.pressSequentially('ulty')
  await field.press('Enter')
  expect(await isHydrated(page)).toBe(0)
  release()
  await expect(page.getByRole('heading', { name: /^ULTY: / })).toBeFocused()
  await expect(field).toHaveValue('ULTY')
})

test('a pick of the calculator and typed shares count although the script comes later', async ({ page }) => {
  const releaseFirst = await holdScripts(page)
  await page.goto('/msty', { waitUntil: 'commit' })
  const card = page.getByRole('region', { name: 'Payout Calculator' })
  await card.getByRole('button', { name: '50 shares', exact: true }).click()
  expect(await isHydrated(page)).toBe(0)
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
  expect(await isHydrated(page)).toBe(0)
  releaseAgain()
  await expect(card.getByLabel('Your shares')).toHaveValue('1,234')
  await expect(card.getByRole('link', { name: /^Share 1,234 shares/ })).toBeVisible()
})

test('the keyboard alone starts the chart, and nothing of React is loaded before', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (sent) => {
    if (sent.resourceType() === 'script') scripts.push(new URL(sent.url()).pathname)
  })
  await page.goto('/msty', { waitUntil: 'networkidle' })
  const release = await holdScripts(page)
  expect(scripts.filter((path) => path.includes('/react.'))).toEqual([])
  const chart = page.getByRole('group', { name: /latest 18 payments/ })
  await chart.focus()
  await page.keyboard.press('ArrowLeft')
  release()
  await expect(chart.locator('canvas')).toBeVisible()
  await expect(chart).toBeFocused()
})

test('without JavaScript the search leads to the page of the fund', async ({ browser, baseURL }) => {
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

test('home and fund pages are within their budgets of HTML', async ({ request }) => {
  const asServed = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
  for (const [path, whole, compressed] of [
    ['/', 140_000, 25_000],
    ['/msty', 95_000, 20_500],
    ['/qdte', 98_000, 20_500]
  ] as const) {
    const html = await (await request.get(path)).body()
    expect(html.length, path).toBeLessThan(whole)
    expect(brotliCompressSync(html, asServed).length, path).toBeLessThan(compressed)
  }
})
