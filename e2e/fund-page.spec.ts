import { readLayoutShift, unseenShift, watchLayoutShift } from './layout-shift.ts'
import {
  expect,
  expectAccessible,
  expectAccessibleEverywhere,
  expectDatesOnce,
  expectNoSidewaysScroll,
  findBrokenWords,
  listFundPaths,
  test,
  visit
} from './test.ts'

test('a fund page can be read completely without JavaScript', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${baseURL}/msty`)
  await expect(page).toHaveTitle(/^MSTY Dividend Estimate: YieldMax MSTR Option Income Strategy ETF Hunt/)
  await expect(page.getByRole('region', { name: 'Dividend Estimator' })).toContainText(/\$0\.\d{4}/)
  await expect(page.getByRole('main')).toContainText('July 8, 2026')
  await expect(page.getByRole('complementary', { name: 'Age of the figures' })).toContainText(
    'Newer figures will appear as soon as a data source responds.'
  )
  await expect(page.getByRole('main')).toContainText(/July 2026 estimate, \d+ days old/)
  await expect(page.getByRole('main')).toContainText(/Expected ex-date\s*Thu, Jul 9, 2026/)
  await expect(page.getByRole('main')).toContainText('Not confirmed yet')
  await expect(page.getByRole('main')).not.toContainText(/next (ex-date|pay date)|own (it )?by/i)
  await expect(page.locator('svg[role="img"]:visible')).not.toHaveCount(0)
  const payments = page.getByRole('table', { name: 'Payments of MSTY, newest first' })
  await expect(payments).toContainText('$0.1549')
  await expect(page.getByRole('region', { name: 'Dividend History' })).toContainText('backtested')
  const returns = page.getByRole('region', { name: 'Returns', exact: true })
  await expect(returns).toContainText(/^.*\$10,000 in MSTY at the close on February 22, 2024 became/s)
  await expect(returns.getByRole('img', { name: /^What \$10,000 in MSTY became/ }).first()).toBeVisible()
  await expect(returns.getByRole('term')).toHaveCount(5)
  await expect(payments.getByRole('row')).toHaveCount(9)
  await expect(page.getByRole('main')).not.toContainText('Assets and flows')
  await context.close()
})

test('the first 400 px on a phone show the answer, and the menu links to every part', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    const lot = { id: '1', account: '', type: 'buy', symbol: 'MSTY', date: '2026-06-01', shares: 100 }
    const transactions = [{ ...lot, price: 22, fee: 0 }]
    const portfolio = { version: 2, transactions, methods: [], taxPercent: null, goal: null }
    localStorage.setItem('fleet', JSON.stringify(portfolio))
  })
  await watchLayoutShift(page)
  await visit(page, '/msty')
  const card = page.getByRole('region', { name: 'Dividend Estimator' })
  const amount = Number(/\$(\d\.\d{4})/.exec((await card.textContent()) ?? '')?.[1])
  const held = card.getByText(`You own 100 shares: about $${(100 * amount).toFixed(2)}`)
  await expect(held).toBeVisible()
  await expect(page.getByText(`in My Fleet, 100 shares: $${(100 * amount).toFixed(2)}`)).toBeVisible()
  const header = await page.getByRole('banner').first().boundingBox()
  const facts = [
    page.getByRole('heading', { level: 1, name: /^MSTY Dividend Estimate/ }),
    card.getByText(/^\$0\.\d{4}/).first(),
    card.getByText(/^\$0\.\d{4} to \$0\.\d{4}$/),
    ...['Own-by date', 'Expected ex-date', 'Expected pay date'].map((name) => card.getByText(name)),
    ...(await card.getByRole('time').all()).slice(0, 3),
    held
  ]
  for (const fact of facts) {
    const box = await fact.boundingBox()
    const below = (box?.y ?? 0) + (box?.height ?? 0) - (header?.y ?? 0) - (header?.height ?? 0)
    expect(below, String(fact)).toBeLessThanOrEqual(400)
  }
  expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
  await expectDatesOnce(page, 5)
  const menu = page.getByRole('navigation', { name: 'On this page' })
  await expect(menu.getByRole('link')).toHaveText(['Estimate', 'Shares', 'Payments', 'Returns', 'About'])
  for (const link of await menu.getByRole('link').all())
    await expect(page.locator((await link.getAttribute('href')) ?? '')).toHaveCount(1)
  await page.getByRole('region', { name: 'Returns', exact: true }).scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 400)
  await expect.poll(async () => (await menu.boundingBox())?.y, 'sticks to the top').toBe(0)
})

test('dots below the range bar show the last 12 payments as the sentence above the table counts them', async ({
  page
}) => {
  await page.route('**/api/search-metrics/top-tickers', (route) => route.fulfill({ json: { tickers: [] } }))
  await visit(page, '/msty')
  const inside = /(\d+) of the last 12 payments were in our 80% range/.exec(
    (await page.locator('#payments').textContent())?.trim() ?? ''
  )?.[1]
  const card = page.getByRole('region', { name: 'Dividend Estimator' })
  await expect(card.getByRole('img', { name: `${inside} of the last 12 were in their range` })).toBeVisible()
  await expect(card).toContainText(`${inside} of 12 inside`)
  await expect(page.getByRole('complementary', { name: 'Treasure Map' })).toBeHidden()
  const calculator = await page.getByRole('region', { name: 'Payout Calculator' }).boundingBox()
  const estimator = await card.boundingBox()
  expect(calculator?.y).toBe(estimator?.y)
  expect(estimator?.width).toBe(720)
  expect(calculator?.width).toBe(380)
  const why = card.getByText(/^Why \$0\.\d{4}$/)
  await expect(card.getByText(/^MSTY last paid/)).toBeHidden()
  await why.click()
  await expect(card.getByText(/^MSTY last paid/)).toBeVisible()
})

test('on a preview host the page is marked noindex', async ({ request }) => {
  const response = await request.get('/msty', { headers: { host: 'doubloon.replit.app' } })
  expect(response.headers()['x-robots-tag']).toBe('noindex, nofollow')
  expect(await response.text()).toContain('<meta name="robots" content="noindex, nofollow">')
})

test('every supported fund has a page with an estimate or the reason for its absence', async ({
  request,
  page
}) => {
  await page.goto('/')
  const paths = await listFundPaths(page)
  expect(paths).toHaveLength(66)
  for (const path of paths) {
    const html = await (await request.get(path)).text()
    const hasEstimate = html.includes('Dividend Estimator')
    const hasReason = html.includes('class="fund-notice')
    expect(hasEstimate, path).toBe(!hasReason)
  }
})

test('the page of a fund whose payments are missing says so and keeps its history', async ({ page }) => {
  await page.goto('/feat')
  await expect(page.getByRole('main')).toContainText(
    /Payments missing.*Payments of FEAT are missing here: .*February 11, 2026/s
  )
  await expect(page.getByRole('region', { name: 'Dividend Estimator' })).toHaveCount(0)
  await expect(page.getByRole('table', { name: 'Payments of FEAT' })).toContainText('$0.2323')
  await expect(page.getByRole('region', { name: 'Returns', exact: true })).toContainText(
    'Our closing prices end on April 3, 2025'
  )
})

test('the return from a chosen day is calculated on demand and restored when the visitor comes back', async ({
  page
}) => {
  const data: string[] = []
  page.on('request', (sent) => data.push(new URL(sent.url()).pathname))
  await visit(page, '/msty')
  const returns = page.getByRole('region', { name: 'Returns', exact: true })
  const sentence = returns.getByText(/^\$10,000 in MSTY at the close/)
  expect(data.filter((path) => path.startsWith('/data/'))).toEqual([])
  await returns.getByLabel('Since').fill('2025-06-02')
  await expect(sentence).toContainText('at the close on June 2, 2025')
  await expect(returns.getByText(/^\d+(?:st|nd|rd|th) of \d+$/)).toBeVisible()
  await expectAccessible(page, '.returns')
  await page.reload()
  await returns.scrollIntoViewIfNeeded()
  await expect(sentence).toContainText('at the close on June 2, 2025')
  await returns.getByRole('button', { name: 'From its first price' }).click()
  await expect(sentence).toContainText('at the close on February 22, 2024')
})

for (const path of ['/msty', '/feat', '/tsyy']) {
  test(`${path}: nothing shifts or counts as a search, nothing is cut off sideways, no axe violation`, async ({
    page,
    request
  }) => {
    const calls: string[] = []
    page.on('request', (sent) => calls.push(new URL(sent.url()).pathname))
    await watchLayoutShift(page)
    await visit(page, path)
    expect(calls).not.toContain('/api/stock/search')
    // No test searches for this fund.
    if (path === '/tsyy')
      expect((await (await request.get('/api/search-metrics/top-tickers')).json()).tickers).not.toContain(
        'TSYY'
      )
    await expectNoSidewaysScroll(page)
    expect(await readLayoutShift(page)).toBeLessThan(unseenShift)
    await expectAccessibleEverywhere(page)
    await page.setViewportSize({ width: 320, height: 640 })
    await expectNoSidewaysScroll(page)
  })
}

test('on small phones no word in the table of payments breaks, and My Fleet fits', async ({ page }) => {
  for (const path of ['/msty', '/xdte'])
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ width, height: 800 })
      await visit(page, path)
      expect(await findBrokenWords(page, '.payments-table'), `${path} at ${width} px`).toEqual([])
    }
  await page.setViewportSize({ width: 320, height: 640 })
  await visit(page, '/fleet')
  await expectNoSidewaysScroll(page)
})

test.describe('an unknown path', () => {
  test.use({ expectedErrors: /404/ })
  test('shows the parrot and a link to the home page, with status 404', async ({ page }) => {
    const response = await page.goto('/no-such-island')
    expect(response?.status()).toBe(404)
    await expect(page.getByRole('link', { name: /home/i }).first()).toBeVisible()
    await expectAccessibleEverywhere(page)
  })
})
