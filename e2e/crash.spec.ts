import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { waitForResponses } from './quiet-network.ts'
import { allowNextSearch, expect, expectAccessible, expectAccessibleEverywhere, test } from './test.ts'

// React reports errors caught by a boundary, and Chromium failed requests.
test.use({ expectedErrors: /the mainsail tore|Failed to fetch|Failed to load resource|hydrating/ })

/** Makes formatting a dividend, and so rendering, fail with this message until `recover()` is called. */
async function breakRendering(page: Page, message: string, from: 'start' | 'call' = 'start'): Promise<void> {
  await page.addInitScript(
    ({ message, isBroken }) => {
      const { toFixed } = Number.prototype
      const state = { isBroken }
      Object.assign(window, {
        fail: () => Object.assign(state, { isBroken: true }),
        recover: () => Object.assign(state, { isBroken: false })
      })
      Number.prototype.toFixed = function (digits) {
        if (state.isBroken && digits === 4) throw new Error(message)
        return toFixed.call(this, digits)
      }
    },
    { message, isBroken: from === 'start' }
  )
}

const recover = (page: Page) => page.evaluate('recover()')

/** Makes the next rendering of a settled result fail. */
async function failWhileShown(page: Page): Promise<void> {
  await expect(estimatorOf(page)).toBeVisible()
  await expect(page.locator('.result-view__cards--entering')).toHaveCount(0)
  // The history that arrives later would render the result, too.
  await waitForResponses(page)
  await page.evaluate('fail()')
  await page.getByLabel('Your shares').focus()
  // Pressing a key in the field itself would wait for it again when it is gone.
  await page.keyboard.press('5')
}

/** Opens the page of a fund and hydrates its islands, which wait for the visitor. */
async function openFundPage(page: Page): Promise<void> {
  await page.goto('/msty')
  await page.getByLabel('Your shares').focus()
}

function screenOf(page: Page) {
  return page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Refresh Page' }) })
}

function estimatorOf(page: Page) {
  return page.getByRole('region', { name: 'Dividend Estimator' })
}

test('a program error apologizes, shows its details and can be retried', async ({ page }) => {
  await breakRendering(page, 'the mainsail tore')
  await openFundPage(page)
  const screen = screenOf(page)
  await expect(screen.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible()
  await expect(screen).toContainText(
    'The application encountered an unexpected error. We apologize for the inconvenience.'
  )
  await expect(screen.getByRole('button', { name: 'Clear Cache and Refresh' })).toHaveCount(0)
  await expect(screen.getByText('the mainsail tore')).toBeHidden()
  await screen.getByText('Technical details').click()
  await expect(screen.getByText('the mainsail tore')).toBeVisible()
  await expect(screen).toContainText('Application')
  await expect(screen).toContainText('another browser or clear this browser’s cache')

  // An error that persists shows the screen again, with its details folded.
  const again = screen.getByRole('button', { name: 'Try Again Without Refreshing' })
  await again.press('Enter')
  await expect(screen.getByText('the mainsail tore')).toBeHidden()
  await expect(screen.getByRole('heading', { name: 'Something Went Wrong' })).toBeVisible()
  await recover(page)
  await again.press('Enter')
  await expect(estimatorOf(page)).toBeVisible()
  await expect(screen).toHaveCount(0)
})

test('a refresh reloads the page, and another successful search replaces a result that could not be rendered', async ({
  page
}) => {
  await breakRendering(page, 'the mainsail tore', 'call')
  await page.goto('/?symbol=MSTY')
  await failWhileShown(page)
  await screenOf(page).getByRole('button', { name: 'Refresh Page' }).click()
  await expect(estimatorOf(page)).toBeVisible()

  await failWhileShown(page)
  await expect(screenOf(page)).toBeVisible()
  await recover(page)
  await allowNextSearch(page)
  await page.getByLabel('ETF symbol').fill('TSLY')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await expect(page.getByRole('heading', { level: 2, name: /^TSLY: / })).toBeVisible()
  await expect(screenOf(page)).toHaveCount(0)
})

test('retrying fetches all data again', async ({ page }) => {
  await breakRendering(page, 'the mainsail tore', 'call')
  await page.clock.install()
  await page.goto('/?symbol=MSTY')
  await page.clock.fastForward(2000)
  await failWhileShown(page)
  await expect(screenOf(page)).toBeVisible()
  await recover(page)
  const requests = ['stock/search', 'stock/dividend-history'].map((path) =>
    page.waitForRequest((request) => request.url().includes(`/api/${path}`))
  )
  await screenOf(page).getByRole('button', { name: 'Try Again Without Refreshing' }).click()
  await Promise.all(requests)
  await expect(estimatorOf(page)).toBeVisible()
})

test('a network error offers to clear browser data', async ({ page }) => {
  await breakRendering(page, 'Failed to fetch the estimate', 'call')
  await page.goto('/?symbol=MSTY')
  await failWhileShown(page)
  const screen = screenOf(page)
  await expect(screen.getByRole('heading', { name: 'Connection Issue Detected' })).toBeVisible()
  await expect(screen).toContainText(
    "We're having trouble connecting to our servers. This could be due to internet connectivity issues."
  )
  await screen.getByText('Technical details').click()
  await expectAccessibleEverywhere(page, '[role="alert"]')
  await screen.getByRole('button', { name: 'Clear Cache and Refresh' }).click()
  await expect(page.getByLabel('ETF symbol')).toHaveValue('')
  await expect(page.locator('html')).toHaveAttribute('data-loaded', '')
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  expect(await page.evaluate(() => sessionStorage.getItem('stockDataSession'))).toBeNull()
})

test('clearing browser data offers a backup of My Fleet and keeps it unless the visitor deletes it', async ({
  page
}) => {
  const bought = {
    id: 'a',
    account: '',
    type: 'buy',
    symbol: 'MSTY',
    shares: 10,
    date: '2026-06-01',
    price: null,
    fee: 0
  }
  const fleet = JSON.stringify({
    version: 2,
    transactions: [bought],
    methods: [],
    taxPercent: null,
    goal: null
  })
  await breakRendering(page, 'Failed to fetch the estimate', 'call')
  for (const [answer, left] of [
    ['Clear and Keep My Fleet', fleet],
    ['Clear and Delete My Fleet', null]
  ] as const) {
    await page.goto('/?symbol=MSTY')
    await page.evaluate((text) => localStorage.setItem('fleet', text), fleet)
    await failWhileShown(page)
    await screenOf(page).getByRole('button', { name: 'Clear Cache and Refresh' }).click()
    const download = page.waitForEvent('download')
    await screenOf(page).getByRole('button', { name: 'Save a Backup of My Fleet' }).click()
    expect(await readFile(await (await download).path(), 'utf8')).toBe(fleet)
    await screenOf(page).getByRole('button', { name: answer }).click()
    await expect(page.getByLabel('ETF symbol')).toHaveValue('')
    await expect(page.locator('html')).toHaveAttribute('data-loaded', '')
    expect(await page.evaluate(() => localStorage.getItem('fleet'))).toBe(left)
    expect(await page.evaluate(() => localStorage.getItem('stockData'))).toBeNull()
  }
})

test('without its own script the crash screen is one sentence and a button', async ({ page }) => {
  await breakRendering(page, 'the mainsail tore')
  await page.route('**/_astro/CrashScreen*', (route) => route.abort())
  await openFundPage(page)
  const sentence = page.getByRole('alert').filter({ hasText: 'Part of this page didn’t load.' })
  await expect(sentence).toBeVisible()
  await page.unroute('**/_astro/CrashScreen*')
  await sentence.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByLabel('Your shares').focus()
  await expect(screenOf(page)).toBeVisible()
})

test('an island whose script fails to load keeps its content below a message', async ({ page }) => {
  await page.route('**/_astro/FundPageResult*', (route) => route.abort())
  await openFundPage(page)
  const sentence = page.getByRole('alert').filter({ hasText: 'Part of this page didn’t load.' })
  await expect(sentence).toBeVisible()
  await expect(estimatorOf(page)).toContainText(/\$\d\.\d{4}/)
  await expectAccessible(page, '[role="alert"]')
  await page.unroute('**/_astro/FundPageResult*')
  await sentence.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByLabel('Your shares').focus()
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await expect(sentence).toHaveCount(0)
})

test('a page whose islands all fail shows one message', async ({ page }) => {
  await page.route('**/_astro/react-client.*', (route) => route.abort())
  await page.goto('/')
  await page.getByLabel('ETF symbol').focus()
  const sentence = page.getByText('Part of this page didn’t load.')
  await expect(sentence).toBeVisible()
  await expect(sentence).toHaveCount(1)
})
