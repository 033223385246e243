import { clickFirstScreen } from './first-screen.ts'
import { expect, phone, test } from './test.ts'

test.use(phone)

// A new installation has no searches yet; on the server of the other tests somebody has searched.
test.beforeEach(({ page }) =>
  page.route('**/api/search-metrics/top-tickers', (route) => route.fulfill({ json: { tickers: [] } }))
)

test('each suggested ticker and every other control on the first screen of the home page works', async ({
  page
}) => {
  const clicked = await clickFirstScreen(page, '/', { within: 'body' })
  expect(
    clicked.filter((name) => /^[A-Z]{4}$/.test(name)),
    'suggested tickers'
  ).toHaveLength(3)
})

for (const [path, slowness] of [
  // Its document takes longer to parse than to arrive, on a slow machine all the more.
  ['/calendar', 4],
  ['/fleet', 1]
] as const)
  test(`every control of the content on the first screen of ${path} works`, async ({ page }) => {
    const chromium = await page.context().newCDPSession(page)
    await chromium.send('Emulation.setCPUThrottlingRate', { rate: slowness })
    expect((await clickFirstScreen(page, path)).length).toBeGreaterThan(0)
  })
